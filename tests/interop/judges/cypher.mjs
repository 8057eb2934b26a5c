// Parses a Cypher script as Neo4j's editors do and gives the patterns of each statement. Runs among the judges.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { CypherLanguageService } = createRequire(import.meta.url)("@neo4j-cypher/language-support");

function* inside(context, ...kinds) {
  if (kinds.includes(context.constructor.name)) yield context;
  for (let at = 0; at < (context.getChildCount?.() ?? 0); at++) yield* inside(context.getChild(at), ...kinds);
}

const texts = (context, kind) => [...inside(context, kind)].map((each) => each.getText());
const plain = (name) => (name.startsWith("`") ? name.slice(1, -1).replaceAll("``", "`") : name);
const patterns = (context, kind) =>
  [...inside(context, kind)].map((each) => {
    const values = texts(each, "StringLiteralContext").map((text) => JSON.parse(text));
    const names = texts(each, "PropertyKeyNameContext").map(plain);
    const labels = inside(each, "LabelNameContext", "LabelOrRelTypeContext", "RelTypeContext");
    return [[...labels].map((label) => plain(label.getText())), names.map((name, at) => [name, values[at]])];
  });

export default function judge(file) {
  const { statementsParsing } = new CypherLanguageService().parse(readFileSync(file, "utf8"));
  const statements = statementsParsing.map(({ ctx, syntaxErrors }) => ({
    errors: syntaxErrors.map((error) => error.message),
    nodes: patterns(ctx, "NodePatternContext"),
    relations: patterns(ctx, "RelationshipPatternContext"),
  }));
  // What follows the last semicolon is told as a statement, too.
  return statements.filter(({ errors, nodes }) => errors.length || nodes.length);
}
