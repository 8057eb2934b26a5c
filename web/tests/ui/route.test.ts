/** Where the page is: whoever listens hears of it at once, and the browser's own word comes later. */

import { afterEach, expect, test, vi } from "vitest";
import { goTo, listen, projectNow, write } from "../../src/ui/route";

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

test("[P-186] a place is not written over an address that names another project by now", () => {
  const location = { hash: "#/p/shop" };
  const to = (_state: unknown, _title: string, hash: string): void => {
    location.hash = hash;
  };
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { pushState: to, replaceState: to });

  write("shop", "view=model", "push");
  expect(location.hash).toBe("#/p/shop?view=model");
  location.hash = "#/p/mill";
  write("shop", "view=flow", "push");
  write("shop", "view=flow", "replace");
  expect(location.hash).toBe("#/p/mill");
});

test("[P-225] an address that was cut within a letter names a project that there is not, and stops nothing", () => {
  vi.stubGlobal("location", { hash: "#/p/caf%C3" });

  expect(projectNow()).toBe("caf%C3");
});
