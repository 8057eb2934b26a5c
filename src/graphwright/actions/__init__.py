"""What can be done here, each thing once: one function for each command, registered with the right that it needs.

Every door calls `dispatch.carry_out`: the WebSocket, REST, the command line, and programs that hold the workbench
inside themselves. Access, idempotency and results stand here; sockets, HTTP, arguments and printing do not.
"""
