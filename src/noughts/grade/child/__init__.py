"""Scripts that run inside the sandbox, beside the agent, with the standard library only. Only `testing` imports one."""
