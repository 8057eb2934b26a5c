"""One turn of the assistant: prepared, asked for, heard while it streams, read when it is whole; for all workflows.

A turn goes through these files in this order:

- `workflow`: what is asked, and what a workflow is; `workflow_ports`: all that it works with.
- `preparation`: the prompt, with what `recollection` and `changes_since` know of the conversation.
- `retrieval`: what the model and the documents hold about it, as `sources`.
- `model_calls`: the call with its tries, within an `allowance`, kept in `sent_requests`. `tool_loop` calls until there
  is an answer (`tool_calls`), `ask_for` until a form is filled in.
- `message_stream`: everybody hears the answer while it comes; `streams` ends what nobody else does.
- `answers`: the answer, read and merged with its repairs; `asking_back`: its questions, as a form for people.
- `changes`: what it would change, on its way to a commit or a proposal.

`preview` tells beforehand what would be sent, `messages` are the few sentences that are added to an answer.
"""
