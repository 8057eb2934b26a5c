/** Files on their way to the server, one after the other, each with what became of it. */

import type { SourceDocument, StoredError } from "../protocol";
import { type Rest, ServerError } from "../session/rest";
import { createStore } from "../state/createStore";
import { documentsPath } from "./paths";

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: "waiting" | "sending" | "added" | "replaced" | "unchanged" | "failed";
  readonly document?: SourceDocument;
  readonly error?: StoredError;
}

interface Added {
  readonly outcome: "added" | "replaced" | "unchanged";
  readonly document: SourceDocument;
}

/** The list of one drawer. It goes on while the drawer is closed. */
export class Uploads {
  private readonly uploads = createStore<readonly Upload[]>([]);
  private readonly files = new Map<number, File>();
  private last = 0;
  private isSending = false;

  readonly get = this.uploads.get;
  readonly subscribe = this.uploads.subscribe;

  /** Send these too. Reading a document is the server's heavy work, so that there is never more than one. */
  async send(rest: Rest, project: string, files: readonly File[]): Promise<void> {
    const fresh = files.map((file): Upload => {
      this.last += 1;
      this.files.set(this.last, file);
      return { id: this.last, name: file.name, bytes: file.size, state: "waiting" };
    });
    this.uploads.set([...this.uploads.get(), ...fresh]);
    if (this.isSending) return;
    this.isSending = true;
    for (let next = this.next(); next; next = this.next()) await this.sendOne(rest, project, next);
    this.isSending = false;
  }

  /** Forget what has arrived or failed. */
  readonly clear = (): void => {
    this.uploads.set(this.uploads.get().filter((each) => each.state === "waiting" || each.state === "sending"));
  };

  private next(): Upload | undefined {
    return this.uploads.get().find((each) => each.state === "waiting");
  }

  private async sendOne(rest: Rest, project: string, upload: Upload): Promise<void> {
    const file = this.files.get(upload.id);
    if (file === undefined) return;
    this.change(upload.id, { state: "sending" });
    try {
      const path = `${documentsPath(project)}?name=${encodeURIComponent(upload.name)}`;
      const { outcome, document } = await rest.upload<Added>(path, file);
      this.change(upload.id, { state: outcome, document });
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      const { code, message, retry, fields } = error;
      this.change(upload.id, { state: "failed", error: { code, message, retry, fields } });
    } finally {
      this.files.delete(upload.id);
    }
  }

  private change(id: number, change: Partial<Upload>): void {
    this.uploads.set(this.uploads.get().map((each) => (each.id === id ? { ...each, ...change } : each)));
  }
}
