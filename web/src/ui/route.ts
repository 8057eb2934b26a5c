/**
 * Where the page is, kept in the fragment so that the server needs to know no paths: `#/p/shop`, or a login ticket. What
 * stands behind a `?` is the place in the project (`place.ts`).
 */

import { useSyncExternalStore } from "react";

const SHARE = /^#share=([\w-]+)$/;
const UNSUBSCRIBE = /^#unsubscribe=([\w-]+)$/;

export interface Route {
  readonly project?: string;
}

const PROJECT = /^#\/p\/([^/?]+)(?:\?(.*))?$/;
const TICKET = /^#ticket=(.+)$/;

/** The ticket of a one-time link. It is taken out of the address bar at once, so that it is in no history. */
export function takeTicket(): string | undefined {
  const ticket = TICKET.exec(location.hash)?.[1];
  if (ticket !== undefined) history.replaceState(null, "", location.pathname);
  return ticket === undefined ? undefined : decoded(ticket);
}

/** The secret of a link to one thing. It stays in the address, since the link is good for more than once. */
export function useShareSecret(): string | undefined {
  return SHARE.exec(useHash())?.[1];
}

/** The secret of the link in a mail that ends the mails of whoever it was sent to. */
export function useUnsubscribeSecret(): string | undefined {
  return UNSUBSCRIBE.exec(useHash())?.[1];
}

function useHash(): string {
  return useSyncExternalStore(listen, () => location.hash);
}

/** `replace` leaves no step behind that the back button would return to. */
export function goTo({ project }: Route, how: "push" | "replace" = "push"): void {
  const hash = project === undefined ? "#/" : hashOf(project, "");
  if (how === "push") location.hash = hash;
  else location.replace(hash);
  // The browser tells of it later; an address that is changed back until then would seem never to have been there.
  for (const heard of listeners) heard();
}

export function hashOf(project: string, query: string): string {
  return `#/p/${encodeURIComponent(project)}${query === "" ? "" : `?${query}`}`;
}

/** Write a place in a project into the address, unless that names another one by now: then the page is about to follow. */
export function write(project: string, query: string, how: "push" | "replace"): void {
  if (projectNow() === project) history[`${how}State`](null, "", hashOf(project, query));
}

/** What stands behind the name of the project now. */
export function queryNow(): string {
  return PROJECT.exec(location.hash)?.[2] ?? "";
}

export function useRoute(): Route {
  const project = useSyncExternalStore(listen, projectNow);
  return project === undefined ? {} : { project };
}

/** The project that the address names. */
export function projectNow(): string | undefined {
  const project = PROJECT.exec(location.hash)?.[1];
  return project === undefined ? undefined : decoded(project);
}

/** What an address says; as it stands where a mail program cut it within a letter, so that nothing is found by that name. */
function decoded(said: string): string {
  try {
    return decodeURIComponent(said);
  } catch {
    return said;
  }
}

const listeners = new Set<() => void>();

/** Hears whenever the page is somewhere else; the returned function ends it. */
export function listen(heard: () => void): () => void {
  window.addEventListener("hashchange", heard);
  listeners.add(heard);
  return () => {
    window.removeEventListener("hashchange", heard);
    listeners.delete(heard);
  };
}
