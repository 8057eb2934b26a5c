/** What is asked for in a project is forgotten with it. */

import { expect, test } from "vitest";
import { showMessage, wantedMessage } from "../../src/canvases/chat/wanted";
import { seek, sought } from "../../src/canvases/seek";
import { createProjectStore, createStore, forgetProject } from "../../src/state/createStore";
import { following } from "../../src/ui/following";

test("whom I followed and what I asked to see are forgotten when the project is left; what is mine stays", () => {
  const mine = createStore("dark");
  const here = createProjectStore<string | undefined>(undefined);
  here.set("n1");
  following.set("ben");
  seek("n1");
  showMessage({ threadId: "t", messageId: "m" });

  forgetProject();

  const left = [here, following, sought, wantedMessage].map((each) => each.get());
  expect([...left, mine.get()]).toEqual([undefined, undefined, undefined, undefined, "dark"]);
});
