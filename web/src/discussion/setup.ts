/** How a discussion is to be held: what a person has chosen, and the options that are sent for it. Pure. */

export interface Voice {
  readonly name: string;
  /** What it looks at; the three that are there by themselves know theirs. */
  readonly brief: string;
  /** The language model that is asked first; empty: the server's. */
  readonly model: string;
}

export interface Setup {
  readonly voices: readonly Voice[];
  /** As typed. */
  readonly rounds: string;
  readonly allAgree: boolean;
  /** Rounds in a row without a new claim, as typed; 0 for never. */
  readonly noNewClaims: string;
  /** In dollars, as typed; empty for no limit. */
  readonly budget: string;
  readonly asksPeople: boolean;
}

export type Wrong = "name" | "sameName" | "rounds" | "noNewClaims" | "budget";

const voice = (name: string): Voice => ({ name, brief: "", model: "" });

/** What the server does when nothing is said. */
export const USUAL: Setup = {
  voices: ["Analyzer", "Solver", "Moderator"].map(voice),
  rounds: "3",
  allAgree: true,
  noNewClaims: "2",
  budget: "",
  asksPeople: true,
};

export const MIN_VOICES = 2;
export const MAX_VOICES = 7;
const MAX_ROUNDS = 200;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .'-]{0,39}$/u;
const MICROS = 1_000_000;

/** What is wrong with a choice, each thing once. */
export function wrongWith(setup: Setup): readonly Wrong[] {
  const names = setup.voices.map(({ name }) => name.trim().toLowerCase().replace(/\s+/g, " "));
  const money = dollars(setup.budget);
  const found: (Wrong | false)[] = [
    !setup.voices.every(({ name }) => NAME.test(name.trim())) && "name",
    new Set(names).size < names.length && "sameName",
    !isWhole(setup.rounds, 1) && "rounds",
    !isWhole(setup.noNewClaims, 0) && "noNewClaims",
    money === null && "budget",
  ];
  return found.filter((each) => each !== false);
}

/** The options of `message.send`; only what differs from what the server would do anyway. Of a choice with nothing wrong. */
export function optionsOf(setup: Setup): Readonly<Record<string, unknown>> {
  const money = dollars(setup.budget);
  return {
    rounds: Number(setup.rounds),
    end: {
      allAgree: setup.allAgree,
      noNewClaims: Number(setup.noNewClaims),
      ...(typeof money === "number" && { costMicros: Math.round(money * MICROS) }),
    },
    questions: setup.asksPeople ? "ask" : "leaveOpen",
    ...(!isUsual(setup.voices) && { personas: setup.voices.map(persona) }),
  };
}

/** The voice moved one place up. */
export function movedUp(voices: readonly Voice[], index: number): readonly Voice[] {
  const moved = voices[index];
  const before = voices[index - 1];
  return moved && before ? voices.toSpliced(index - 1, 2, moved, before) : voices;
}

function persona({ name, brief, model }: Voice): object {
  return {
    name: name.trim(),
    ...(brief.trim() && { brief: brief.trim() }),
    ...(model.trim() && { model: model.trim() }),
  };
}

function isUsual(voices: readonly Voice[]): boolean {
  return JSON.stringify(voices) === JSON.stringify(USUAL.voices);
}

function isWhole(typed: string, least: number): boolean {
  return /^\d+$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= MAX_ROUNDS;
}

/** `undefined` for no limit, `null` for something that is no sum. A comma is a point, as people write it. */
function dollars(typed: string): number | undefined | null {
  const text = typed.trim().replace(",", ".");
  if (text === "") return undefined;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}
