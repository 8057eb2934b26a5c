// @vitest-environment jsdom

import { afterEach, describe, expect, test, vi } from "vitest";
import { frame as german } from "../../src/locales/de/frame";
import { frame as english } from "../../src/locales/en/frame";
import { frame as french } from "../../src/locales/fr/frame";
import { COMMANDS, type CommandId, isEnabled, type Offer, offerCommand, perform, wordsOf } from "../../src/ui/commands";
import { find } from "../../src/ui/finding";
import { listen } from "../../src/ui/keyboard";

const done: string[] = [];
const ends: (() => void)[] = [];

function offer(id: CommandId, name: string, more: Partial<Offer> = {}): void {
  ends.push(offerCommand(id, () => ({ run: () => done.push(name), ...more })));
}

function press(key: string, more: KeyboardEventInit = {}, at?: number): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  if (at !== undefined) Object.defineProperty(event, "timeStamp", { value: at });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event.defaultPrevented;
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
  done.length = 0;
  vi.useRealTimers();
  document.body.innerHTML = "";
});

describe("a command", () => {
  test("is done by whoever offers it, and by nobody once that is gone", () => {
    const end = offerCommand("undo", () => ({ run: () => done.push("undo") }));
    expect([perform("undo"), isEnabled("undo"), perform("redo"), isEnabled("redo")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    end();
    expect([perform("undo"), done]).toEqual([false, ["undo"]]);
  });

  test("is not done while it cannot be", () => {
    offer("discussion.view", "view", { isEnabled: () => false });
    expect([perform("discussion.view"), done]).toEqual([false, []]);
  });

  test("is about what has the focus, else about the last on the page, in whatever order they came", () => {
    document.body.innerHTML = `<p id="one"><button></button></p><p id="two"></p>`;
    const about = (id: string) => (): Element | null => document.getElementById(id);
    offer("message.copy", "two", { about: about("two") });
    offer("message.copy", "one", { about: about("one") });
    perform("message.copy");
    document.querySelector("button")?.focus();
    perform("message.copy");
    expect(done).toEqual(["two", "one"]);
  });

  test("that needs the focus is nothing without it", () => {
    document.body.innerHTML = "<p><button></button></p>";
    offer("message.versionBefore", "before", { about: () => document.querySelector("p"), needsFocus: true });
    expect(isEnabled("message.versionBefore")).toBe(false);
    document.querySelector("button")?.focus();
    expect(isEnabled("message.versionBefore")).toBe(true);
  });
});

describe("keys", () => {
  test("do what is offered and leave the rest to the browser", () => {
    ends.push(listen(window));
    offer("drawer.review", "review");
    offer("undo", "undo");
    expect([press("g"), press("r"), press("z", { ctrlKey: true }), press("n")]).toEqual([false, true, true, false]);
    expect(done).toEqual(["review", "undo"]);
  });

  test("belong to the field while somebody types in it", () => {
    document.body.innerHTML = "<input>";
    document.querySelector("input")?.focus();
    ends.push(listen(window));
    offer("undo", "undo");
    offer("palette", "palette");
    offer("graph.newNode", "node");
    expect([press("z", { ctrlKey: true }), press("n"), press("k", { ctrlKey: true })]).toEqual([false, false, true]);
    expect(done).toEqual(["palette"]);
  });

  test("belong together by when they were pressed, however late a busy page hears of them", () => {
    ends.push(listen(window));
    offer("drawer.review", "review");
    vi.useFakeTimers();
    press("g", {}, 1_000);
    vi.advanceTimersByTime(5_000);
    expect(press("r", {}, 2_000)).toBe(true);
    press("g", {}, 3_000);
    expect(press("r", {}, 5_000)).toBe(false);
    expect(done).toEqual(["review"]);
  });

  test("mean one command each", () => {
    expect(new Set(COMMANDS.map(({ keys }) => keys)).size).toBe(COMMANDS.length);
  });
});

test.each([
  ["baseline", english],
  ["Baseline", german],
  ["référence", french],
])("[U-733] %s finds the command that names a revision, in the reader's language", (wanted, frame) => {
  const found = find(COMMANDS, wanted, 10, (command) => wordsOf(command, (key) => frame[key]));
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(["nameRevision", "drawer.history"]));
});
