/** Notices leave by themselves, but not from under somebody who reads or reaches for them. */

import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../src/ui/toasts";

const texts = (): readonly (string | undefined)[] => toasts.get().map(({ text }) => text);

beforeEach(() => {
  for (const { id } of toasts.get()) toasts.dismiss(id);
  vi.useFakeTimers();
});

test("a notice leaves by itself, and one that can be acted on stays longer", () => {
  toasts.done("Copied");
  toasts.done("Deleted", { label: "Undo", run: () => undefined });
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual(["Deleted"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test("none leaves while somebody is at one, and all leave a little after", () => {
  toasts.done("Deleted", { label: "Undo", run: () => undefined });
  toasts.hold();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["Deleted"]);
  toasts.release();
  vi.advanceTimersByTime(4_999);
  expect(texts()).toEqual(["Deleted"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test("whoever puts away the one they are at does not hold those that come later", () => {
  toasts.done("Deleted");
  toasts.hold();
  toasts.dismiss(toasts.get()[0]?.id ?? 0);
  toasts.done("Copied");
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});
