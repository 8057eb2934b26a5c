/** Short notices: what was refused, what was done. Plain data; `Toasts.tsx` shows them. */

import type { ServerError } from "../session/rest";

export interface Toast {
  readonly id: number;
  readonly kind: "error" | "done";
  readonly text?: string;
  readonly error?: ServerError;
}

/** A notice that says "done" leaves by itself; an error stays until it is put away. */
const DONE_MS = 5_000;
/** More than this at once nobody reads. */
const MOST = 4;

class Toasts {
  private all: readonly Toast[] = [];
  private next = 0;
  private readonly listeners = new Set<() => void>();

  readonly get = (): readonly Toast[] => this.all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly error = (error: ServerError): void => this.add({ id: this.id(), kind: "error", error });

  readonly done = (text: string): void => {
    const id = this.id();
    this.add({ id, kind: "done", text });
    setTimeout(() => this.dismiss(id), DONE_MS);
  };

  readonly dismiss = (id: number): void => this.set(this.all.filter((toast) => toast.id !== id));

  private id(): number {
    this.next += 1;
    return this.next;
  }

  private add(toast: Toast): void {
    this.set([...this.all, toast].slice(-MOST));
  }

  private set(all: readonly Toast[]): void {
    this.all = all;
    for (const listener of [...this.listeners]) listener();
  }
}

export const toasts = new Toasts();
