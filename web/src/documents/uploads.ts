/** Files on their way to the server, one after the other, each with what became of it. */

import type { SourceDocument, StoredError } from "../protocol";
import { type Rest, ServerError } from "../session/rest";
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
  private uploads: readonly Upload[] = [];
  private readonly files = new Map<number, File>();
  private readonly listeners = new Set<() => void>();
  private last = 0;
  private isSending = false;

  readonly get = (): readonly Upload[] => this.uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Send these too. Reading a document is the server's heavy work, so that there is never more than one. */
  async send(rest: Rest, project: string, files: readonly File[]): Promise<void> {
    const fresh = files.map((file): Upload => {
      this.last += 1;
      this.files.set(this.last, file);
      return { id: this.last, name: file.name, bytes: file.size, state: "waiting" };
    });
    this.keep([...this.uploads, ...fresh]);
    if (this.isSending) return;
    this.isSending = true;
    for (let next = this.next(); next; next = this.next()) await this.sendOne(rest, project, next);
    this.isSending = false;
  }

  /** Forget what has arrived or failed. */
  readonly clear = (): void => {
    this.keep(this.uploads.filter((each) => each.state === "waiting" || each.state === "sending"));
  };

  private next(): Upload | undefined {
    return this.uploads.find((each) => each.state === "waiting");
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
    this.keep(this.uploads.map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  private keep(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    for (const listener of [...this.listeners]) listener();
  }
}
