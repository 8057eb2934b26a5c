import { describe, expect, it } from "vitest";
import { browserName } from "../src/people/browserName";
import { answerIn } from "../src/people/company";
import { mustChoosePassword } from "../src/people/me";

describe("what the identity provider answers", () => {
  it("is read from the address, and nothing else is taken for it", () => {
    expect(answerIn("?state=s&code=c&iss=https%3A%2F%2Fa.example.org")).toEqual({
      state: "s",
      code: "c",
      issuer: "https://a.example.org",
    });
    expect(answerIn("?state=s&code=c")).toEqual({ state: "s", code: "c" });
    expect(answerIn("?state=s&error=access_denied")).toBe("refused");
    expect(["", "?", "?code=c", "?error=x", "?state=s"].map(answerIn)).toEqual(new Array(5).fill(undefined));
  });
});

describe("a first password", () => {
  const me = {
    person: { personId: "p", name: "Ana" },
    access: null,
    hasPassword: false,
    mayChoosePassword: true,
    hasSecondFactor: false,
    isConnected: false,
  };
  it("is for whoever could not come again without one", () => {
    expect(mustChoosePassword(me)).toBe(true);
    expect(mustChoosePassword({ ...me, isConnected: true })).toBe(false);
    expect(mustChoosePassword({ ...me, mayChoosePassword: false })).toBe(false);
    expect(mustChoosePassword({ ...me, hasPassword: true })).toBe(false);
  });
});

describe("the name of a browser", () => {
  it("is what people call it", () => {
    const mozilla = "Mozilla/5.0";
    const named = {
      [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`]: "Firefox, Linux",
      [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0`]: "Edge, Windows",
      [`${mozilla} (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 Version/18 Safari/605.1`]: "Safari, macOS",
      [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/142 Safari/604.1`]: "Chrome, iOS",
      "curl/8.0": "",
    };
    for (const [agent, name] of Object.entries(named)) expect(browserName(agent)).toBe(name);
  });
});
