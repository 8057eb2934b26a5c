/**
 * A chat completions server on loopback whose answers are scripts: pieces of text, and gates that a test opens when it has
 * seen enough. The workbench talks to it as to any provider; nothing of the workbench is replaced.
 */

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Holds an answer back until a test has looked. */
export class Gate {
  readonly passed: Promise<void>;
  open!: () => void;

  constructor() {
    this.passed = new Promise((done) => {
      this.open = done;
    });
  }
}

/** The model asks for a function of the workbench. */
export interface Call {
  readonly tool: string;
  readonly arguments: object;
}

type Script = readonly (string | Gate | Call)[];

interface Question {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export class ScriptedModel {
  private readonly scripts = new Map<string, readonly Script[]>();
  private readonly leavings = new Map<string, () => void>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on("request", (request, response: ServerResponse) => {
      void json(request).then((question) => model.answer(question as Question, response));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return model;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** What a question that contains these words is answered with. */
  answers(words: string, ...script: Script): void {
    this.scripts.set(words, [script]);
  }

  /** The same for a question that takes several model calls: a script for each of them, the last one for all that follow. */
  answersInTurn(words: string, ...scripts: readonly Script[]): void {
    this.scripts.set(words, scripts);
  }

  /** Resolves when the workbench hangs up before the answer to these words was whole. */
  left(words: string): Promise<number> {
    return new Promise((done) => this.leavings.set(words, () => done(performance.now())));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(question: Question, response: ServerResponse): Promise<void> {
    const asked = question.messages.findLast((message) => message.role === "user")?.content ?? "";
    const [words, scripts] = [...this.scripts].find(([each]) => asked.includes(each)) ?? ["", []];
    const earlier = question.messages
      .slice(question.messages.findLastIndex((message) => message.role === "user"))
      .filter((message) => message.role === "assistant").length;
    const script = scripts[Math.min(earlier, scripts.length - 1)];
    if (script === undefined) {
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "no script for this question" } }));
      return;
    }
    const hungUp = new Promise<void>((done) => response.on("close", done));
    response.on("close", () => response.writableFinished || this.leavings.get(words)?.());
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish: string | null = null): void => {
      response.write(
        `data: ${JSON.stringify({ model: question.model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    };
    let calls = 0;
    for (const part of script) {
      if (typeof part === "string") send({ content: part });
      else if ("tool" in part) {
        calls += 1;
        send({
          tool_calls: [
            {
              index: calls - 1,
              id: `call_${earlier}_${calls}`,
              type: "function",
              function: { name: part.tool, arguments: JSON.stringify(part.arguments) },
            },
          ],
        });
      } else await Promise.race([part.passed, hungUp]);
      if (response.destroyed) return;
    }
    send({}, calls > 0 ? "tool_calls" : "stop");
    response.end("data: [DONE]\n\n");
  }
}
