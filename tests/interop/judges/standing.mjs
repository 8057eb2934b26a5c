// Keeps one judge: what it imports is loaded once, and its function is asked again and again. A question is a line with
// the arguments, an answer a line with how it ended and what the function gave.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: judge } = await import(pathToFileURL(process.argv[2]));
for await (const question of createInterface({ input: process.stdin })) {
  const answer = { status: 0, told: "", failed: "" };
  try {
    answer.told = JSON.stringify(await judge(...JSON.parse(question)));
  } catch (error) {
    Object.assign(answer, { status: 1, failed: String(error?.stack ?? error) });
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
