"""Work on a Dask cluster: who the workers are, what they must be, and how units get there and back.

Scheduling, queues and the wire are Dask's. Nothing outside this room imports it, and this room is imported only where
`--cluster` is given; it needs `noughts[cluster]`.
"""
