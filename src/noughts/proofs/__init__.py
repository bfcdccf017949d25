"""Results of large boards, with proofs that another program can check: see docs/certificates.md.

`prove` asks the provers of the compiled core, writes down what they find, and has it checked before it is called
proven. `certificates` reads and verifies such files, and `strategies` plays by them.
"""

from __future__ import annotations
