"""What plugins bring: found by name, described by a process of their own, registered here and called there.

No code of a plugin is ever imported by this program itself. Each call is a process of its own (`plugin/worker.py`) with
limits of time and memory: whatever a plugin does, only its answer or its end is seen.
"""
