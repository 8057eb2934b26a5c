import { expect, test } from "vitest";
import { fetched, serverIsAway } from "../../src/ui/late";

test("a part of the page that a lost line held up is there once the line is", async () => {
  const waited: number[] = [];
  const pause = async (ms: number): Promise<void> => void waited.push(ms);
  let tries = 0;
  const load = (): Promise<string> => {
    tries += 1;
    if (tries < 4) return Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
    return Promise.resolve("the chat");
  };
  expect(await fetched(load, pause)).toBe("the chat");
  expect(waited).toEqual([500, 1_000, 2_000]);
});

test("a part of the page that is not there any more is not waited for without end", async () => {
  let tries = 0;
  const load = (): Promise<string> => {
    tries += 1;
    return Promise.reject(new TypeError("gone"));
  };
  await expect(fetched(load, async () => undefined)).rejects.toThrow("gone");
  expect(tries).toBe(7);
});

test("while the server is away no part of the page is asked for: what did not come once is never asked for again", async () => {
  serverIsAway.set(true);
  const asked: string[] = [];
  const coming = fetched(() => {
    asked.push("the chat");
    return Promise.resolve("the chat");
  });
  await Promise.resolve();
  expect(asked).toEqual([]);
  serverIsAway.set(false);
  expect(await coming).toBe("the chat");
  expect(asked).toEqual(["the chat"]);
});
