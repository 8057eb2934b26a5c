/** Of answers that come in another order than they were asked for, the newest stays. */

import { expect, test } from "vitest";
import { inOrder } from "../../src/people/inOrder";

test("an answer that comes late says nothing over one that was asked for after it", () => {
  const order = inOrder();
  const [first, second, third] = [order.begin(), order.begin(), order.begin()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
});
