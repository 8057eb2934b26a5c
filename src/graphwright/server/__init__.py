"""The workbench on the network: who may come in, what they may ask, REST and WebSocket. A room never knows a socket."""
