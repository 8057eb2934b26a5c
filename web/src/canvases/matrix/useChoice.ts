/** What this person last looked at in the matrix, kept in this browser as long as the profile knows it. */

import { createStore } from "../../state/createStore";
import { useValue } from "../../ui/useValue";
import { useWorkbench } from "../../ui/workbench";
import type { Ontology } from "../ontology";
import { ANY, type MatrixChoice, relationsFor } from "./matrix";

const KEY = "graphwright.matrix";
const NOTHING: MatrixChoice = { rows: ANY, columns: ANY, relation: "" };

const kept = createStore<MatrixChoice | undefined>(read());

export function useChoice(first: MatrixChoice = NOTHING): readonly [MatrixChoice, (choice: MatrixChoice) => void] {
  const { ontology } = useWorkbench();
  const choice = useValue(kept);
  return [choice !== undefined && isKnown(ontology, choice) ? choice : first, keep];
}

function isKnown(ontology: Ontology, { rows, columns, relation }: MatrixChoice): boolean {
  const types = [rows, columns].every((type) => type === ANY || ontology.nodeType.has(type));
  return types && relationsFor(ontology, rows, columns).includes(relation);
}

function read(): MatrixChoice | undefined {
  try {
    return (JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "null") as MatrixChoice | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(choice: MatrixChoice): void {
  kept.set(choice);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing still works; the choice lasts until the page is closed.
  }
}
