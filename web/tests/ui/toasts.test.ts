/** Notices leave by themselves, but not from under somebody who reads or reaches for them. */

import { beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../../src/session/rest";
import { forgetProject } from "../../src/state/createStore";
import { serverIsAway } from "../../src/ui/late";
import { toasts } from "../../src/ui/toasts";
import { shown } from "../../src/ui/workbench";

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

test("what is told of a project goes when it is left, and what comes too late is not told at all", () => {
  const refused = { code: "notFound", message: "gone" } as unknown as Parameters<typeof toasts.error>[0];
  const began = toasts.visit();
  toasts.done("Imported");
  toasts.error(refused);
  forgetProject();
  expect(toasts.get()).toEqual([]);
  toasts.done("Imported", undefined, began);
  toasts.error(refused, began);
  expect(toasts.get()).toEqual([]);
  toasts.error(refused);
  expect(toasts.get()).toHaveLength(1);
});

test("what is answered after its project was left does nothing in the next one", async () => {
  let answer = (_: string): void => undefined;
  const waited = (): Promise<string | undefined> =>
    shown(
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    );
  const stayed = waited();
  answer("proposal");
  expect(await stayed).toBe("proposal");
  const left = waited();
  forgetProject();
  answer("proposal");
  expect(await left).toBeUndefined();
});

test("a notice that somebody is at is put away with its project, and holds none of the next one", () => {
  toasts.done("Imported");
  toasts.hold();
  forgetProject();
  toasts.done("Copied");
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test("[U-637] while the server is away nothing that does not come has a box, and none stays from before", () => {
  const silence = new ServerError({ code: "unreachable", message: "TypeError: Failed to fetch", retry: "later" });
  toasts.error(silence);
  toasts.error(new ServerError({ code: "notFound", message: "gone", retry: "never" }));
  serverIsAway.set(true);
  toasts.error(silence);
  const codes = (): unknown[] => toasts.get().map(({ error }) => error?.code);
  expect(codes()).toEqual(["notFound"]);
  serverIsAway.set(false);
  toasts.error(silence);
  expect(codes()).toEqual(["notFound", "unreachable"]);
});
