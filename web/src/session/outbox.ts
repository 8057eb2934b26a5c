/**
 * What the server has not answered, kept in the browser where the page may go: without a line, and when it is left. It is
 * sent again by whichever page of this person comes next; its id sees to it that nothing is done twice (ADR-04).
 */

import type { ClientCommand } from "../protocol";
import type { ServerError } from "./rest";

export type Writing = Extract<ClientCommand, { readonly commandId: string }>;

interface Put {
  readonly at: number;
  readonly command: Writing;
}

/** The server knows an id for seven days: what is older might be done twice. */
const KEPT_MS = 6 * 24 * 60 * 60 * 1_000;

type Keeping = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

export class Outbox {
  constructor(
    private readonly storage: Keeping | undefined,
    private readonly project: string,
    /** What an earlier page sent was refused, and nobody waits for the answer any more. */
    readonly refused: (command: Writing, error: ServerError) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** In the order in which they are put here; one that is here already stays where it is. */
  put(personId: string, commands: Iterable<Writing>): void {
    let at = this.now();
    for (const command of commands) {
      // A question what would happen is asked anew by whoever still wants to know.
      if ("dryRun" in command && command.dryRun === true) continue;
      const key = this.begin(personId) + command.commandId;
      at += 1 / 1_024;
      try {
        if (this.storage?.getItem(key) === null) this.storage.setItem(key, JSON.stringify({ at, command }));
      } catch {
        return; // A browser that keeps no more still sends it as long as the page is there.
      }
    }
  }

  drop(personId: string, commandId: string): void {
    try {
      this.storage?.removeItem(this.begin(personId) + commandId);
    } catch {
      // One that is sent once more is answered once more.
    }
  }

  /** What this person's pages left in this project. */
  of(personId: string): readonly Writing[] {
    const found: Put[] = [];
    for (const key of this.keys(this.begin(personId))) {
      const put = this.read(key);
      if (put === undefined || put.at < this.now() - KEPT_MS) this.storage?.removeItem(key);
      else found.push(put);
    }
    return found.sort((one, two) => one.at - two.at).map(({ command }) => command);
  }

  private keys(begin: string): readonly string[] {
    try {
      const { storage } = this;
      if (storage === undefined) return [];
      const all = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
      return all.filter((key) => key.startsWith(begin));
    } catch {
      return [];
    }
  }

  private read(key: string): Put | undefined {
    try {
      return JSON.parse(this.storage?.getItem(key) ?? "") as Put;
    } catch {
      return undefined;
    }
  }

  private begin(personId: string): string {
    return `graphwright waiting ${this.project} ${personId} `;
  }
}
