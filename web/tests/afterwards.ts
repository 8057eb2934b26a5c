/** What a file of tests has changed of the world is taken back behind it: the next file runs in the same one. */

import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
