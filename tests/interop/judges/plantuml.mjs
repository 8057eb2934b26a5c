// Draws a PlantUML text and gives what the drawing holds. Runs among the judges, not among the tests.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";

const require = createRequire(import.meta.url);
const { window } = new (require("jsdom").JSDOM)("", { url: "http://localhost/" });
const { document, XMLSerializer, DOMParser } = window;
Object.assign(globalThis, { window, document, XMLSerializer });
// Nobody looks at the drawing, so how wide a letter is makes no difference.
const metrics = ["actual", "font"].flatMap((each) => [
  [`${each}BoundingBoxAscent`, 9],
  [`${each}BoundingBoxDescent`, 3],
]);
const canvas = { font: "", measureText: (text) => ({ width: 7 * text.length, ...Object.fromEntries(metrics) }) };
window.HTMLCanvasElement.prototype.getContext = () => canvas;
window.SVGElement.prototype.getBBox = function getBBox() {
  return { x: 0, y: 0, width: 7 * this.textContent.length, height: 12 };
};
runInThisContext(readFileSync(require.resolve("@plantuml/core/viz-global.js"), "utf8"));
console.log = () => {};
const { renderToString } = await import("@plantuml/core");

const told = (element) => [...element.querySelectorAll("text")].map((each) => each.textContent.trim());

export default async function judge(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  const svg = await new Promise((resolve, reject) => renderToString(lines, resolve, reject));
  const drawing = new DOMParser().parseFromString(svg, "text/html"); // which forgives a namespace said twice
  const nodes = [...drawing.querySelectorAll("g.entity")].map((each) => [each.id, told(each)]);
  const edges = [...drawing.querySelectorAll("g.link")].map((each) => [
    each.getAttribute("data-entity-1"),
    each.getAttribute("data-entity-2"),
    told(each),
  ]);
  return { nodes, edges };
}
