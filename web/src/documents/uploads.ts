/** Files on their way to the server, some at once in one archive, each with what became of it. */

import type { DocumentLine, SourceDocument, StoredError } from "../protocol";
import { cutOff, type Rest, ServerError } from "../session/rest";
import { createStore } from "../state/createStore";
import { archivePath } from "./paths";
import { tarOf } from "./tar";

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: "waiting" | "sending" | "added" | "replaced" | "unchanged" | "failed";
  readonly document?: SourceDocument;
  readonly error?: StoredError;
}

/** Of one archive: a stop takes effect behind it at the latest, and what a broken line loses is sent again. */
const FILES_AT_ONCE = 50;
const BYTES_AT_ONCE = 20_000_000;

/** The list of one drawer. It goes on while the drawer is closed. */
export class Uploads {
  private readonly uploads = createStore<readonly Upload[]>([]);
  private readonly files = new Map<number, File>();
  private last = 0;
  private sending: AbortController | undefined;

  readonly get = this.uploads.get;
  readonly subscribe = this.uploads.subscribe;

  /** Send these too. Reading documents is the server's heavy work, so that there is never more than one archive. */
  async send(rest: Rest, project: string, files: readonly File[]): Promise<void> {
    const fresh = files.map((file): Upload => {
      this.last += 1;
      this.files.set(this.last, file);
      // Of a folder that was chosen, the names tell the way to each file.
      return { id: this.last, name: file.webkitRelativePath || file.name, bytes: file.size, state: "waiting" };
    });
    this.uploads.set([...this.uploads.get(), ...fresh]);
    if (this.sending) return;
    for (let next = this.next(); next.length > 0; next = this.next()) {
      this.sending = new AbortController();
      await this.sendSome(rest, project, next, this.sending.signal);
    }
    this.sending = undefined;
  }

  /** Send nothing more; what has arrived stays. */
  readonly stop = (): void => {
    this.sending?.abort();
    this.put(this.uploads.get().filter((each) => each.state !== "waiting" && each.state !== "sending"));
  };

  /** Forget what has arrived or failed. */
  readonly clear = (): void => {
    this.put(this.uploads.get().filter((each) => each.state === "waiting" || each.state === "sending"));
  };

  private next(): readonly Upload[] {
    const waiting = this.uploads.get().filter((each) => each.state === "waiting");
    let bytes = 0;
    return waiting.slice(0, FILES_AT_ONCE).filter((each, at) => {
      bytes += each.bytes;
      return at === 0 || bytes <= BYTES_AT_ONCE;
    });
  }

  private async sendSome(rest: Rest, project: string, some: readonly Upload[], signal: AbortSignal): Promise<void> {
    const archive = tarOf(some.flatMap(({ id, name }) => ({ name, file: this.files.get(id) ?? new Blob() })));
    const open = new Map(some.map((each, at) => [at + 1, each.id]));
    this.change(open.values(), { state: "sending" });
    let end: StoredError | undefined;
    const hear = ({ number, added, error }: DocumentLine): void => {
      const id = number === undefined ? undefined : open.get(number);
      if (number === undefined || id === undefined) {
        end = error ?? end;
        return;
      }
      open.delete(number);
      this.change([id], added ? { state: added.outcome, document: added.document } : { state: "failed" });
      if (error) this.change([id], { error });
    };
    try {
      await rest.uploadHearing<DocumentLine>(archivePath(project), archive, hear, signal);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      end = errorOf(error);
    }
    if (open.size > 0)
      this.change(open.values(), { state: "failed", error: end ?? errorOf(cutOff("the answer ended early")) });
    for (const { id } of some) this.files.delete(id);
  }

  private change(ids: Iterable<number>, change: Partial<Upload>): void {
    const changed = new Set(ids);
    this.uploads.set(this.uploads.get().map((each) => (changed.has(each.id) ? { ...each, ...change } : each)));
  }

  private put(left: readonly Upload[]): void {
    const ids = new Set(left.map((each) => each.id));
    for (const id of this.files.keys()) if (!ids.has(id)) this.files.delete(id);
    this.uploads.set(left);
  }
}

function errorOf({ code, message, retry, fields }: ServerError): StoredError {
  return { code, message, retry, fields };
}
