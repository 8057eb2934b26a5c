import { describe, expect, test } from "vitest";
import { bothTexts, excerpts } from "../../src/ui/bothTexts";

const BEGINNING =
  "The cabin is lit by two lamps, carries a handrail on both sides, has a sill edge with a yellow stripe,";
const before = `${BEGINNING} and hangs on links. It is open.`;
const texts = (pieces: ReturnType<typeof excerpts>[number]): readonly string[] => pieces.map(({ text }) => text);
const marked = (pieces: ReturnType<typeof excerpts>[number]): readonly string[] =>
  pieces.filter(({ isOnlyHere }) => isOnlyHere).map(({ text }) => text.trim());

describe("[U-681] two versions of a long text", () => {
  test("are cut around what differs, which is marked on both sides", () => {
    const [theirs, mine] = excerpts(
      `${BEGINNING} and hangs on nine links. It is open.`,
      `${BEGINNING} and hangs on seven links. It is open.`,
    );
    expect([marked(theirs), marked(mine)]).toEqual([["nine"], ["seven"]]);
    expect(texts(theirs)[0]).toBe("… a yellow stripe, and hangs on ");
    expect(texts(mine)[0]).toBe("… a yellow stripe, and hangs on ");
  });

  test("keep what is the same between two differences that are near, and cut what is far between", () => {
    const [theirs] = excerpts("One two three four.", "Three two three five.");
    expect(texts(theirs).join("").trim()).toBe("One two three four.");
    const [far] = excerpts(`Old ${BEGINNING} end`, `New ${BEGINNING} stop`);
    expect(texts(far).join("").trim()).toBe("Old The cabin is lit by two … sill edge with a yellow stripe, end");
  });

  test("are whole where they have nothing in common", () => {
    const [theirs, mine] = excerpts(BEGINNING, "nothing such");
    expect(texts(theirs)).toEqual([BEGINNING]);
    expect(marked(mine)).toEqual(["nothing such"]);
  });
});

describe("[U-682] one text of both", () => {
  test("has each change in its place where the two do not touch", () => {
    expect(bothTexts(before, before.replace("two lamps", "three lamps"), before.replace("open.", "shut."))).toEqual({
      text: before.replace("two lamps", "three lamps").replace("open.", "shut."),
      isMerged: true,
    });
  });

  test("has a change once that both made", () => {
    const same = before.replace("two", "three");
    expect(bothTexts(before, same, same.replace("open", "shut")).text).toBe(same.replace("open", "shut"));
  });

  test("has both one below the other where they touch, or began with nothing", () => {
    const [nine, seven] = [before.replace("on links", "on nine links"), before.replace("on links", "on seven links")];
    expect(bothTexts(before, nine, seven)).toEqual({ text: `${nine}\n\n${seven}`, isMerged: false });
    const [wide, long] = [
      before.replace("yellow stripe", "wide stripe"),
      before.replace("yellow stripe", "yellow line"),
    ];
    expect(bothTexts(before, wide, long).isMerged).toBe(false);
    expect(bothTexts("", "Theirs.", "Mine.")).toEqual({ text: "Theirs.\n\nMine.", isMerged: false });
  });
});
