import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBlock, writeBlock } from "../../src/canvases/table/block";
import { type Column, cellText, columnsOf, createOf, read, updateOf } from "../../src/canvases/table/columns";
import { filterRows, NO_ROW_FILTER, nextSort, sortRows } from "../../src/canvases/table/filter";
import { type PasteTarget, planPaste, problemsByLine } from "../../src/canvases/table/paste";
import { chipsOf, relationRows, rowsOf, typeCounts } from "../../src/canvases/table/rows";
import { meaningsOf } from "../../src/canvases/table/titles";
import { graph, node, ONTOLOGY, SHOP } from "./models";

const FUNC = columnsOf(ONTOLOGY, "FUNC");

function column(key: string, of: readonly Column[] = FUNC): Column {
  const found = of.find((each) => each.key === key);
  if (found === undefined) throw new Error(`no column ${key}`);
  return found;
}

describe("rows", () => {
  test("every type of the profile has a tab, chains and empty ones too", () => {
    expect([...typeCounts(SHOP, ONTOLOGY)].map(([name, count]) => `${name} ${count}`)).toEqual([
      ...["SYS 1", "UC 1", "ACTOR 2", "FCHAIN 1", "FUNC 3", "FLOW 3", "REQ 2", "TEST 1", "MOD 1", "SCHEMA 0"],
    ]);
  });

  test("stand in the order they were made", () => {
    const model = graph("fn1", "fn2");
    const nodes = new Map(
      [...model.nodes].reverse().map(([id, each], index) => [id, { ...each, semanticId: `X.FN.00${2 - index}` }]),
    );
    expect(rowsOf({ ...model, nodes }, "FUNC").map((each) => each.nodeId)).toEqual(["fn1", "fn2"]);
  });

  test("relations are chips at both ends, and rows of their own", () => {
    expect(
      chipsOf(SHOP, ONTOLOGY, "fn1").map(
        ({ relation, direction, other }) => `${direction} ${relation} ${other.nodeId}`,
      ),
    ).toEqual([
      ...["in compose fc1", "in compose fn3", "out io fl2", "in io fl1", "out satisfy rq1", "in allocate md1"],
    ]);
    expect(relationRows(SHOP).length).toBe(SHOP.edges.size);
  });
});

describe("columns", () => {
  test("hold the type's attributes, then those that nodes have besides", () => {
    const nodes = [node("fn1", { attributes: { volatility: "high", owner: "Ana" } })];
    expect(columnsOf(ONTOLOGY, "FUNC", nodes).map((each) => each.key)).toEqual([
      ...["semanticId", "name", "descr", "volatility", "trace:satisfies", "trace:allocatedTo", "relations", "owner"],
    ]);
  });

  test.each([
    ["name", "  Place   order ", { value: "Place order" }],
    ["name", "   ", { code: "empty", hint: "" }],
    ["name", "x".repeat(201), { code: "tooLong", hint: "200" }],
    ["descr", "", { value: "" }],
    ["volatility", "HIGH", { value: "high" }],
    ["volatility", "huge", { code: "notAChoice", hint: "low, medium, high" }],
    ["volatility", " ", { value: null }],
  ])("%s reads %j", (key, text, typed) => {
    expect(read(column(key), text)).toEqual(typed);
  });

  test.each([
    ["number", "2,5", { value: 2.5 }],
    ["number", "1e3", { value: 1_000 }],
    ["number", "many", { code: "notANumber", hint: "" }],
    ["boolean", "Ja", { value: true }],
    ["boolean", "non", { value: false }],
    ["boolean", "perhaps", { code: "notYesNo", hint: "" }],
    ["json", '{"a": 1}', { value: '{"a": 1}' }],
    ["json", "{a}", { code: "notJson", hint: "" }],
  ] as const)("an attribute of type %s reads %j", (type, text, typed) => {
    expect(read({ kind: "attribute", key: "x", attribute: { name: "x", type }, width: 1 }, text)).toEqual(typed);
  });

  test("an update says only what is different, and unsets what was emptied", () => {
    const before = node("fn1", { attributes: { volatility: "high" } });
    const values = new Map([
      [column("name"), before.name],
      [column("descr"), "Checks"],
      [column("volatility"), null],
    ]);
    expect(updateOf(before, values, "o1")).toEqual({
      op: "node.update",
      id: "o1",
      ref: "fn1",
      set: { descr: "Checks" },
      unset: ["volatility"],
    });
    expect(updateOf(before, new Map([[column("name"), before.name]]), "o1")).toBeUndefined();
  });

  test("a new row is a node with the values of its cells", () => {
    const values = new Map([
      [column("name"), "Pay"],
      [column("volatility"), "low"],
    ]);
    expect(createOf("FUNC", values, "o1")).toEqual({
      ...{ op: "node.create", id: "o1", nodeType: "FUNC", name: "Pay", descr: "", tempId: "new-o1" },
      attributes: { volatility: "low" },
    });
  });
});

describe("filter and sort", () => {
  const rows = ["Zahlung prüfen", "F10", "F2", ""].map((descr, index) => node(`fn${index + 1}`, { descr }));
  const shown = (filter: object): readonly string[] =>
    filterRows(rows, FUNC, { ...NO_ROW_FILTER, ...filter }, (id) => id === "fn3").map((each) => each.nodeId);

  test("a text is found in any cell, without case and accents", () => {
    expect([shown({ text: "PRUFEN" }), shown({ cells: { descr: "f" } }), shown({ marked: true })]).toEqual([
      ["fn1"],
      ["fn1", "fn2", "fn3"],
      ["fn3"],
    ]);
  });

  test("rows sort as people count, empty cells last both ways", () => {
    const order = (descending: boolean): readonly string[] =>
      sortRows(rows, FUNC, { key: "descr", descending }).map((each) => each.descr);
    expect([order(false), order(true)]).toEqual([
      ["F2", "F10", "Zahlung prüfen", ""],
      ["Zahlung prüfen", "F10", "F2", ""],
    ]);
  });

  test("clicks on a title sort up, down, and not at all", () => {
    const once = nextSort(undefined, "name");
    const twice = nextSort(once, "name");
    expect([once, twice, nextSort(twice, "name")]).toEqual([
      { key: "name", descending: false },
      { key: "name", descending: true },
      undefined,
    ]);
  });
});

describe("a block from a spreadsheet", () => {
  let nth = 0;
  const newId = (): string => {
    nth += 1;
    return `o${nth}`;
  };
  const target = (more: Partial<PasteTarget> = {}): PasteTarget => ({
    ...{ nodeType: "FUNC", columns: FUNC, rows: [node("fn1"), node("fn2")], row: 0, column: 1 },
    ...{ titles: { semanticId: "Kennung", name: "Name", descr: "Beschreibung" }, ...more },
  });

  test.each([
    [
      "a\tb\nc\td\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\tb\r\nc\t\r\n\r\n",
      [
        ["a", "b"],
        ["c", ""],
      ],
    ],
    ['"two\nlines"\t"a ""quote"""\nx', [["two\nlines", 'a "quote"'], ["x"]]],
    ['"open\tcell', [['"open', "cell"]]],
    ['5" pipe\tb', [['5" pipe', "b"]]],
    ["", []],
    ["\n\n", []],
    ["a\n\nb", [["a"], [""], ["b"]]],
  ])("%j is read as spreadsheets write it", (text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["-2+3", "'-2+3"],
    ["'=quoted already", "''=quoted already"],
    ["-12,5", "-12,5"],
    ["a = b", "a = b"],
    ["'tis", "'tis"],
  ])("%j is no formula where it is pasted, and itself when it comes back", (cell, sent) => {
    expect(writeBlock([[cell]])).toBe(sent);
    expect(
      readBlock(
        writeBlock([
          ["a", cell],
          [cell, "b\tc"],
        ]),
      ),
    ).toEqual([
      ["a", cell],
      [cell, "b\tc"],
    ]);
  });

  test("any name comes back as it was, and none goes out as a formula", () => {
    const signs = ["=", "+", "-", "@", "'", '"', "\t", "\n", "1", ",", "ä", " "];
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    const names = Array.from(
      { length: 500 },
      () => `${Array.from({ length: 1 + next(6) }, () => signs[next(signs.length)]).join("")}x`,
    );
    const block = names.map((name) => [name, "y"]);
    expect(readBlock(writeBlock(block))).toEqual(block);
    expect(names.map((name) => writeBlock([[name]])).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });

  test("without titles it is laid over the table; what goes beyond becomes new rows", () => {
    nth = 0;
    const plan = planPaste([["Pay", "Takes money"], ["FN2"], ["Ship", "Sends", "low"]], target(), newId);
    expect(plan.rows.map(({ line, kind, name }) => [line, kind, name])).toEqual([
      [1, "update", "Pay"],
      [2, "same", "FN2"],
      [3, "create", "Ship"],
    ]);
    expect(plan.operations).toEqual([
      { op: "node.update", id: "o1", ref: "fn1", set: { name: "Pay", descr: "Takes money" } },
      {
        op: "node.create",
        id: "o3",
        nodeType: "FUNC",
        name: "Ship",
        descr: "Sends",
        tempId: "new-o3",
        attributes: { volatility: "low" },
      },
    ]);
  });

  test("a name that is there already makes no second row, unless a line of the block lies on that row", () => {
    const rows = [node("fn1"), node("fn2"), node("fn3")];
    const kindsFrom = (row: number): unknown =>
      planPaste([["FN1", "Again"], ["FN2"], ["Fresh"]], target({ rows, row }), newId).rows.map(
        ({ kind, operation, isNamesake }) => [kind, operation && "ref" in operation && operation.ref, isNamesake],
      );
    expect([kindsFrom(rows.length), kindsFrom(1)]).toEqual([
      [
        ["update", "fn1", true],
        ["same", undefined, true],
        ["create", false, undefined],
      ],
      [
        ["update", "fn2", undefined],
        ["update", "fn3", undefined],
        ["create", false, undefined],
      ],
    ]);
  });

  test("with titles in any language and order rows are found by their id", () => {
    const block = [
      ["Beschreibung", "Kennung", "Farbe"],
      ["Pays", "FN2.FN.001", "red"],
      ["", "", ""],
    ];
    const plan = planPaste(block, target(), newId);
    expect([
      plan.ignored,
      plan.rows.map(({ kind, problems }) => [kind, problems.map(({ code, column: key }) => `${key} ${code}`)]),
    ]).toEqual([
      ["Farbe"],
      [
        ["update", []],
        ["create", ["name empty"]],
      ],
    ]);
    expect(plan.operations).toEqual([]);
  });

  test("[X-206] titles that no column has become attributes where that is wished, and a plan shows what each row would hold", () => {
    const block = [
      ["Kennung", "Name", "Priority", "Beschreibung", "foreign.id"],
      ["PN-1", "Cabin", "high", "The gap", "x"],
    ];
    const plan = planPaste(block, target({ rows: [], takesOthers: true }), newId);
    expect([plan.others, plan.ignored, plan.shown.map(({ key }) => key), plan.rows[0]?.cells]).toEqual([
      ["Priority"],
      ["foreign.id"],
      ["semanticId", "Priority", "descr"],
      ["PN-1", "high", "The gap"],
    ]);
    expect(plan.operations).toMatchObject([
      { name: "Cabin", descr: "The gap", attributes: { Priority: "high", "foreign.id": "PN-1" } },
    ]);
    const left = planPaste(block, target({ rows: [] }), newId);
    expect([left.others, left.ignored, left.shown.map(({ key }) => key)]).toEqual([
      ["Priority"],
      ["Priority", "foreign.id"],
      ["semanticId", "descr"],
    ]);
  });

  const REQ = columnsOf(ONTOLOGY, "REQ");
  const ofRequirements = (row: number, column: number): PasteTarget =>
    target({ nodeType: "REQ", columns: REQ, rows: [], row, column, takesOthers: true });

  test.each([
    ["Réf.\tIntitulé\tÉnoncé", "P-9\tHumidité\tL'humidité ne doit pas dépasser 65 %.", "Humidité", {}],
    ["Nr.\tName\tBeschreibung", "P-9\tHumidité\tL'humidité ne doit pas dépasser 65 %.", "Humidité", {}],
    [
      "Nr.\tAnforderung\tFarbe",
      "P-9\tL'humidité ne doit pas dépasser 65 %.\tblau",
      "L'humidité ne doit pas dépasser 65 %",
      { Farbe: "blau" },
    ],
  ])(
    "[X-208] %j is a title row wherever it is pasted, in the words of the import",
    (titles, line, name, attributes) => {
      const plan = planPaste(readBlock(`${titles}\n${line}`), ofRequirements(0, 0), newId);
      expect(plan.rows.map(({ problems }) => problems)).toEqual([[]]);
      expect(plan.operations).toEqual([
        expect.objectContaining({
          ...{ op: "node.create", name, descr: "L'humidité ne doit pas dépasser 65 %." },
          attributes: { "foreign.id": "P-9", ...attributes },
        }),
      ]);
    },
  );

  test("[X-208] the words of titles mean here what they mean to the import of files", () => {
    const file = new URL("../../../tests/interop/column_titles.json", import.meta.url);
    const known = JSON.parse(readFileSync(file, "utf-8")) as Readonly<Record<string, string>>;
    const below = { body: [["X-1"]], nodeType: "FUNC", isId: () => true };
    for (const [title, meaning] of Object.entries(known)) {
      const { found, whole } = meaningsOf([title], new Map(), below);
      expect([title, found.get(0), whole]).toEqual([
        title,
        meaning === "number" ? "id" : meaning.split(" ")[0] || undefined,
        meaning === "" || meaning.endsWith("held") ? 0 : 1,
      ]);
    }
  });

  test("[X-208] a number that is no id of a row stays with it as an attribute", () => {
    const plan = planPaste(readBlock("Nr.\tTitel\tBeschreibung\n1\tDoor\tOpens."), ofRequirements(0, 0), newId);
    expect(plan.operations).toMatchObject([{ name: "Door", descr: "Opens.", attributes: { "Nr.": "1" } }]);
    const parts = planPaste(readBlock("Name\tParent ID\nDoor\tB-1\nWindow\tB-1"), ofRequirements(0, 0), newId);
    expect(parts.operations).toMatchObject([
      { name: "Door", attributes: { "Parent ID": "B-1" } },
      { name: "Window", attributes: { "Parent ID": "B-1" } },
    ]);
  });

  test("[X-209] a cell laid where nothing is written stops the block, unless it says what is there", () => {
    const over = (block: string, more: Partial<PasteTarget>) =>
      planPaste(readBlock(block), target({ column: 0, ...more }), newId).rows.map(({ problems, operation }) => [
        problems.map(({ code, column: key, text }) => `${code} ${key} ${text}`),
        operation && "attributes" in operation ? operation.attributes : undefined,
      ]);
    expect(over("FN1.FN.001\tPays", {})).toEqual([[[], undefined]]);
    expect(over("X-1\tPays", {})).toEqual([[["notWritten semanticId X-1"], undefined]]);
    expect(over("X-1\tPays", { row: 2 })).toEqual([[[], { "foreign.id": "X-1" }]]);
    const last = FUNC.length - 1;
    expect(over("a\tb", { column: last - 1 })[0]?.[0]).toContain(`notWritten ${FUNC[last]?.key} b`);
    expect(over("a\tb", { column: last })[0]?.[0]).toContain("notWritten 2 b");
  });

  test("[X-209] a column that is drawn from relations is named among what is left out", () => {
    const titles = { name: "Name", relations: "Relations" };
    const plan = planPaste(readBlock("Name\tRelations\nPay\tpart of Shop"), target({ rows: [], titles }), newId);
    expect(plan.ignored).toEqual(["Relations"]);
  });

  test("with titles and no ids a name that one row has is that row, and one that several have is none of them", () => {
    const rows = [node("fn1"), node("fn2"), node("fn3", { name: "FN2" })];
    const block = [
      ["Name", "Description"],
      ["FN1", "Pays"],
      ["FN2", "Which?"],
    ];
    const titles = { name: "Name", descr: "Description" };
    const plan = planPaste(block, target({ rows, titles }), newId);
    expect(plan.rows.map(({ kind, isNamesake }) => [kind, isNamesake])).toEqual([
      ["update", true],
      ["create", undefined],
    ]);
  });

  test("one wrong cell stops the whole block and is named by line and column", () => {
    const plan = planPaste([["Pay", "", "sometimes"], ["Ship"]], target({ rows: [] }), newId);
    expect([plan.rows[0]?.problems, plan.operations]).toEqual([
      [{ code: "notAChoice", hint: "low, medium, high", column: "volatility", text: "sometimes" }],
      [],
    ]);
  });

  test("an id that no row has is an error, not a new row in disguise", () => {
    const plan = planPaste(
      [
        ["semanticId", "name"],
        ["Gone.FN.009", "Pay"],
      ],
      target(),
      newId,
    );
    expect([plan.rows[0]?.unknownId, plan.operations]).toEqual(["Gone.FN.009", []]);
  });

  test("an id that people give is kept beside the new row, and finds the row when it is pasted again", () => {
    const known = node("fn1", { name: "Heat water", attributes: { "foreign.id": "HT-1" } });
    const block = [
      ["ID", "Name"],
      ["HT-1", "Heat the water"],
      ["HT-2", "Grind beans"],
    ];
    const plan = planPaste(block, target({ rows: [known], titles: { semanticId: "Id", name: "Name" } }), newId);
    expect(plan.operations).toMatchObject([
      { op: "node.update", ref: known.nodeId, set: { name: "Heat the water" } },
      { op: "node.create", name: "Grind beans", attributes: { "foreign.id": "HT-2" } },
    ]);
    const titled = planPaste(
      [
        ["Known as", "Name"],
        ["HT-3", "Brew"],
      ],
      target({ rows: [], titles: { knownId: "Known as", name: "Name" } }),
      newId,
    );
    expect([titled.ignored, titled.operations]).toMatchObject([[], [{ attributes: { "foreign.id": "HT-3" } }]]);
  });

  test("more rows than a change set may have are refused", () => {
    const plan = planPaste(
      Array.from({ length: 10_001 }, (_, index) => [`F${index}`]),
      target({ rows: [] }),
      newId,
    );
    expect([plan.tooLarge, plan.operations.length]).toEqual([true, 0]);
  });

  test("problems of the dry run come back to their lines", () => {
    nth = 0;
    const plan = planPaste([["Pay"], ["Ship"]], target({ rows: [] }), newId);
    const problem = { code: "conflict", case: "deleted", path: "$", candidates: [] } as const;
    const found = problemsByLine(plan, [{ ...problem, operationId: "o2" }, problem]);
    expect([[...found.keys()], found.get(2)?.length]).toEqual([[2, 0], 1]);
  });

  test("a cell that stays as it is may hold what nobody could type", () => {
    const odd = node("fn1", { attributes: { volatility: "sometimes" } });
    expect(planPaste([["FN1", "", "sometimes"]], target({ rows: [odd] }), newId).rows[0]).toMatchObject({
      kind: "same",
      problems: [],
    });
    expect(cellText(odd, column("volatility"))).toBe("sometimes");
  });
});
