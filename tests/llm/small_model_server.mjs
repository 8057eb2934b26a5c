// A small real language model behind the chat completions interface: one question at a time, and nothing is scripted.
//
//     node small_model_server.mjs MODEL.gguf CONTEXT_TOKENS
//
// Standard output gets one line of JSON when it listens, and one whenever a question has ended: how, and what it cost.
// A prompt that does not fit is refused, an answer ends where the window does; nothing is ever shifted out of sight.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";

import { getLlama, LlamaChat } from "node-llama-cpp";

const [modelPath, contextTokens] = process.argv.slice(2);
const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: "error" });
const model = await llama.loadModel({ modelPath });
// Its threads wait for each other by spinning: on a busy machine two of them needed 15 s for what one does in 2 s.
const context = await model.createContext({ contextSize: Number(contextTokens), threads: 1 });
const chat = new LlamaChat({ contextSequence: context.getSequence() });
const toTurn = {
  system: (text) => ({ type: "system", text }),
  user: (text) => ({ type: "user", text }),
  assistant: (text) => ({ type: "model", response: [text] }),
};
let before = Promise.resolve();

const tell = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

function refuse(response, status, code, message) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { code, message } }));
  tell({ ended: "refused", promptTokens: 0, answerTokens: 0 });
}

async function answer(question, response, left) {
  const history = question.messages.map(({ role, content }) => toTurn[role](content));
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: [...history, toTurn.assistant("")] });
  const promptTokens = contextText.tokenize(model.tokenizer).length;
  // The wrapper closes the turn that the language model is to write; a few tokens stay free for that.
  const room = context.contextSize - promptTokens - 8;
  if (room < 1) {
    const message = `the maximum context length is ${context.contextSize} tokens, the prompt has ${promptTokens}`;
    return refuse(response, 400, "context_length_exceeded", message);
  }
  const schema = question.response_format?.json_schema?.schema;
  const grammar = schema && (await llama.createGrammarForJsonSchema(schema));
  const send = (frame) => response.write(`data: ${JSON.stringify({ model: question.model, ...frame })}\n\n`);
  const say = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
  const meter = chat.sequence.tokenMeter.getState();
  const counted = () => ({ promptTokens, answerTokens: chat.sequence.tokenMeter.diff(meter).usedOutputTokens });
  response.writeHead(200, { "content-type": "text/event-stream" });
  try {
    const { metadata } = await chat.generateResponse([...history, { type: "model", response: [] }], {
      grammar,
      maxTokens: Math.min(question.max_tokens ?? room, room),
      onTextChunk: (content) => say({ content }),
      signal: left,
      temperature: question.temperature ?? 0,
    });
    const ended = metadata.stopReason === "maxTokens" ? "length" : "stop";
    say({}, ended);
    const { answerTokens } = counted();
    send({ choices: [], usage: { prompt_tokens: promptTokens, completion_tokens: answerTokens } });
    response.end("data: [DONE]\n\n");
    tell({ ended, promptTokens, answerTokens });
  } catch (error) {
    if (!left.aborted) throw error;
    tell({ ended: "left", ...counted() });
  }
}

const server = createServer(async (request, response) => {
  if (request.url === "/health") return response.end("ok\n");
  if (`${request.method} ${request.url}` !== "POST /v1/chat/completions") return response.writeHead(404).end();
  const leaving = new AbortController();
  response.on("close", () => response.writableFinished || leaving.abort());
  const question = await json(request);
  const offers = question.stream && !question.tools && question.messages.every(({ role }) => role in toTurn);
  if (!offers) return refuse(response, 400, "unsupported", "this server streams text and knows no tools");
  before = before.then(() => answer(question, response, leaving.signal));
});
server.listen(0, "127.0.0.1", () => tell({ port: server.address().port }));
