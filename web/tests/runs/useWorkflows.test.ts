import { expect, test } from "vitest";
import { readOnce } from "../../src/runs/useWorkflows";

test("the workflows are read once, and again after a read that failed", async () => {
  const asked: string[] = [];
  const found = { name: "audit", title: "Audit", statement: "" };
  const rest = {
    get: <T>(path: string): Promise<T> => {
      asked.push(path);
      return asked.length === 1 ? Promise.reject(new Error("no line")) : Promise.resolve({ workflows: [found] } as T);
    },
  };
  expect([await readOnce(rest), await readOnce(rest), await readOnce(rest)]).toEqual([[], [found], [found]]);
  expect(asked).toHaveLength(2);
});
