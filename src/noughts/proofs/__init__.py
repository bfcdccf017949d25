"""Results of large boards, with proofs that another program can check: see docs/certificates.md.

`proving.prove` searches with the provers of the compiled core, writes the proof down as a certificate, and has it
checked. `certificates` reads and verifies certificates, and `strategies` plays from them.
"""

from __future__ import annotations
