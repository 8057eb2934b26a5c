/**
 * Parts of the page that come when they are wanted. A line that is lost is waited for, as it is everywhere else:
 * Chromium remembers that a module did not come, and does not ask for it again.
 */

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { createStore } from "../state/createStore";

/** After these a file that still does not come is not there any more: the server has another page by now. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/** Whether the server is away, as far as is known. */
export const serverIsAway = createStore(false);

/** Until it is worth trying again. */
type Pause = (ms: number) => Promise<void>;

// What is asked of a component is checked where it is used.
// biome-ignore lint/suspicious/noExplicitAny: as in React's own `lazy`
export function late<T extends ComponentType<any>>(
  load: () => Promise<{ readonly default: T }>,
): LazyExoticComponent<T> {
  return lazy(() => fetched(load));
}

export async function fetched<T>(load: () => Promise<T>, pause: Pause = online): Promise<T> {
  for (const ms of PAUSES_MS) {
    await serverIsBack();
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
  return load();
}

function serverIsBack(): Promise<void> | undefined {
  if (!serverIsAway.get()) return undefined;
  return new Promise((done) => {
    const end = serverIsAway.subscribe(() => {
      if (serverIsAway.get()) return;
      end();
      done();
    });
  });
}

/** Without a network no time counts: it goes on when there is one. */
function online(ms: number): Promise<void> {
  if (navigator.onLine) return new Promise((done) => setTimeout(done, ms));
  return new Promise((done) => window.addEventListener("online", () => done(), { once: true }));
}
