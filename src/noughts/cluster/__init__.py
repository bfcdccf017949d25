"""The executor that runs units of proofs and of grading on the workers of a Dask cluster.

Scheduling, queues and the network protocol are Dask's. This room is imported only where `--cluster` is given; it needs
`noughts[cluster]`.
"""
