/** Who belongs to the project, and who is here right now. Presence is never stored. Pure. */

import type { Access, EventOf, Person, Viewport } from "../protocol";
import { RIGHTS, type Right } from "../protocol";

export interface People {
  readonly members: ReadonlyMap<string, Person>;
  /** Open sessions; one person may have several. */
  readonly sessions: ReadonlyMap<string, Here>;
}

interface Here {
  readonly sessionId: string;
  readonly person: Person;
  readonly canvas?: string;
  readonly cursor?: readonly number[];
  readonly focus: readonly string[];
  /** The elements that hold something of theirs that is not sent. */
  readonly writing?: readonly string[];
  /** What stands behind the `?` of their address. */
  readonly place?: string;
  /** What their window shows of the graph. */
  readonly viewport?: Viewport;
}

export const NOBODY: People = { members: new Map(), sessions: new Map() };

export function joined(state: People, event: EventOf<"member.joined">): People {
  const { sessionId, person } = event;
  const before = state.sessions.get(sessionId);
  return { ...state, sessions: new Map(state.sessions).set(sessionId, { focus: [], ...before, sessionId, person }) };
}

export function left(state: People, event: EventOf<"member.left">): People {
  const sessions = new Map(state.sessions);
  sessions.delete(event.sessionId);
  return { ...state, sessions };
}

export function presenceChanged(state: People, event: EventOf<"presence.changed">): People {
  const { sessionId, person, canvas, cursor, focus, writing, place, viewport } = event;
  const here: Here = {
    ...{ sessionId, person, focus: focus ?? [] },
    ...(canvas && { canvas }),
    ...(cursor && { cursor }),
    ...(writing && { writing }),
    ...(place !== undefined && { place }),
    ...(viewport && { viewport }),
  };
  // Whoever moved last stands last: of a person with two windows that is the one that is followed.
  const sessions = new Map(state.sessions);
  sessions.delete(sessionId);
  return { ...state, sessions: sessions.set(sessionId, here) };
}

/** The window of a person that moved last; one of my own windows is none. */
export function newestOf(state: People, personId: string | undefined, mySession: string | undefined): Here | undefined {
  return [...state.sessions.values()].findLast(
    (here) => here.person.personId === personId && here.sessionId !== mySession,
  );
}

/** The others whose pointers are seen. */
export function pointing(state: People, mySession: string | undefined): readonly Here[] {
  return [...state.sessions.values()].filter((here) => here.sessionId !== mySession && here.cursor !== undefined);
}

/** The others who look at a node, each once. */
export function othersAt(state: People, nodeId: string, mySession: string | undefined): readonly Person[] {
  const found = new Map<string, Person>();
  for (const here of state.sessions.values()) {
    if (here.sessionId !== mySession && here.focus.includes(nodeId)) found.set(here.person.personId, here.person);
  }
  return [...found.values()];
}

/** The others who are writing in one of these nodes, each once. */
export function writingIn(
  state: People,
  nodes: readonly string[],
  { me, sessionId }: { readonly me?: Person; readonly sessionId?: string },
): readonly Person[] {
  const found = new Map<string, Person>();
  for (const { person, writing = [], ...here } of state.sessions.values()) {
    if (here.sessionId === sessionId || person.personId === me?.personId) continue;
    if (writing.some((nodeId) => nodes.includes(nodeId))) found.set(person.personId, person);
  }
  return [...found.values()];
}

/** Everybody who is here, each once. */
export function present(state: People): readonly Person[] {
  const found = new Map<string, Person>();
  for (const here of state.sessions.values()) found.set(here.person.personId, here.person);
  return [...found.values()].sort((one, two) => one.name.localeCompare(two.name));
}

/** Whether an access contains a right (the server decides; this only greys buttons out). */
export function may(access: Access | undefined, right: Right): boolean {
  return access !== undefined && (RIGHTS[access] as readonly Right[]).includes(right);
}

/** Whether I may ask: where the project says so, viewers may, too; nobody before the project is there. */
export function mayAskIn({ connection: { access }, project }: AskedOf): boolean {
  return project !== undefined && (may(access, "ask") || (access === "viewer" && project.viewersAsk === true));
}

interface AskedOf {
  readonly connection: { readonly access?: Access };
  readonly project?: { readonly viewersAsk?: boolean };
}
