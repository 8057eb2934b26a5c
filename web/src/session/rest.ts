/** The addressable half of the server: plain requests, and errors in the one shape they have everywhere. */

import type { State as StateDocument, StateLine, StoredError } from "../protocol";
import { Gathered } from "../state/gathered";
import type { Outline } from "../state/state";

/** No words in answers and refusals: the page makes them itself, in the language of whoever reads. */
export const WORDLESS = "zxx";

/** A server tells a state without thinking long; a line that brings nothing for this time brings nothing more. */
export const STATE_SILENCE_MS = 30_000;
/** Longer than a server gives a file to come, be read or be written (half an hour): it ends by itself and says why. */
const FILE_SILENCE_MS = 31 * 60_000;

/** A refusal by the server, or the network's silence (`code` is then `unreachable`). */
export class ServerError extends Error {
  readonly code: string;
  readonly retry: StoredError["retry"];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: number;

  constructor(error: StoredError, status = 0) {
    super(error.message);
    this.name = "ServerError";
    this.code = error.code;
    this.retry = error.retry;
    this.fields = error.fields ?? {};
    this.status = status;
  }
}

/** When nobody listens any more: it is not wanted, or nothing came for so many milliseconds. */
interface Until {
  readonly signal: AbortSignal;
  readonly silence: number;
}

export type Fetch = (path: string, options?: RequestInit) => Promise<Response>;

export class Rest {
  constructor(private readonly fetch: Fetch) {}

  /** An aborted one is refused as one that did not reach the server. */
  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.told<T>(path, signal && { signal });
  }

  async text(path: string): Promise<string> {
    return (await this.ask(path)).text().catch(lost);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.told<T>(path, inJson("POST", body));
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.told<T>(path, inJson("PUT", body));
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.told<T>(path, inJson("PATCH", body));
  }

  delete<T = unknown>(path: string): Promise<T> {
    return this.told<T>(path, { method: "DELETE" });
  }

  /** Send a file as it is. */
  upload<T>(path: string, file: Blob): Promise<T> {
    const headers = { "Content-Type": "application/octet-stream" };
    return this.told<T>(path, { method: "POST", headers, body: file });
  }

  /** Send a file as it is, and hear lines of JSON until the answer is whole. Aborting ends the work at the server, too. */
  async uploadHearing<Line>(path: string, file: Blob, hear: (line: Line) => void, signal: AbortSignal): Promise<void> {
    const headers = { "Content-Type": "application/octet-stream" };
    await this.hear(path, { method: "POST", headers, body: file }, { signal, silence: FILE_SILENCE_MS }, hear);
  }

  /** Ask for a file, and hear lines of JSON in the same way. */
  async postHearing<Line>(path: string, body: unknown, hear: (line: Line) => void, signal: AbortSignal): Promise<void> {
    await this.hear(path, inJson("POST", body), { signal, silence: FILE_SILENCE_MS }, hear);
  }

  /** Lines of JSON until the answer is whole; one that is cut off in the middle has not come. */
  private hear<Line>(path: string, options: RequestInit, until: Until, hear: (line: Line) => void): Promise<void> {
    return this.lines(path, options, until, hear).catch(lost);
  }

  private async lines<Line>(
    path: string,
    options: RequestInit,
    until: Until,
    hear: (line: Line) => void,
  ): Promise<void> {
    const headers = { ...options.headers, Accept: "application/x-ndjson" };
    const silent = new AbortController();
    const signal = AbortSignal.any([until.signal, silent.signal]);
    const inTime = <T>(coming: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(cutOff("nothing came for too long"));
          silent.abort();
        }, until.silence);
        void coming.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    const response = await inTime(this.ask(path, { ...options, headers, signal }));
    let rest = "";
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    const next = (): Promise<ReadableStreamReadResult<Uint8Array>> | undefined => reader && inTime(reader.read());
    for (let piece = await next(); piece && !piece.done; piece = await next()) {
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(JSON.parse(line) as Line);
    }
  }

  /** The whole state; what a diagram is made of is told as soon as it is there. */
  async state(project: string, outlined: (outline: Outline) => void, signal: AbortSignal): Promise<StateDocument> {
    const gathered = new Gathered();
    const take = (line: StateLine): void => {
      gathered.take(line);
      if (line.mark === "outlined") outlined(gathered.outline());
    };
    await this.hear(statePath(project), {}, { signal, silence: STATE_SILENCE_MS }, take);
    const document = gathered.document();
    if (document === undefined) throw cutOff("the state ended early");
    return document;
  }

  /** An answer that is cut off in the middle has not come either. */
  private async told<T>(path: string, options?: RequestInit): Promise<T> {
    const response = await this.ask(path, options);
    return (response.status === 204 ? undefined : await response.json().catch(lost)) as T;
  }

  private async ask(path: string, options: RequestInit = {}): Promise<Response> {
    const response = await this.fetch(path, {
      credentials: "same-origin",
      ...options,
      headers: { ...options.headers, "Accept-Language": WORDLESS },
    }).catch((cause: unknown) => {
      throw new ServerError({ code: "unreachable", message: String(cause), retry: "later" });
    });
    if (response.ok) return response;
    throw new ServerError(await errorOf(response), response.status);
  }
}

function inJson(method: string, body: unknown): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** The connection ended while the server was telling. */
export function cutOff(message: string): ServerError {
  return new ServerError({ code: "unreachable", message, retry: "later" });
}

/** Whatever goes wrong while an answer comes: it has not come. */
function lost(problem: unknown): never {
  throw problem instanceof ServerError ? problem : cutOff(String(problem));
}

export function projectPath(project: string): string {
  return `/api/projects/${encodeURIComponent(project)}`;
}

export function statePath(project: string): string {
  return `${projectPath(project)}/state/lines`;
}

export function stepPath(project: string, runId: string, stepId: string): string {
  return `${projectPath(project)}/runs/${encodeURIComponent(runId)}/steps/${encodeURIComponent(stepId)}`;
}

async function errorOf(response: Response): Promise<StoredError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && "code" in body && "message" in body) return body as StoredError;
  return { code: "unreachable", message: `${response.status} ${response.statusText}`, retry: "later" };
}
