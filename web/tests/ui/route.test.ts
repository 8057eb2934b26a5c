/** Where the page is: whoever listens hears of it at once, and the browser's own word comes later. */

import { afterEach, expect, test, vi } from "vitest";
import { goTo, listen, projectNow } from "../../src/ui/route";

afterEach(() => vi.unstubAllGlobals());

test("[P-186] an address that is changed back before the browser has told of it was there nevertheless", () => {
  const location = {
    hash: "#/",
    replace: (hash: string): void => {
      location.hash = hash;
    },
  };
  vi.stubGlobal("location", location);
  vi.stubGlobal("window", new EventTarget());
  const heard: (string | undefined)[] = [];
  const end = listen(() => heard.push(projectNow()));

  goTo({ project: "shop" }, "replace");
  goTo({});
  end();
  goTo({ project: "shop" });

  expect(heard).toEqual(["shop", undefined]);
});
