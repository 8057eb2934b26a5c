/** What every part of the page may reach: the store, the session and the server of the open project. */

import { createContext, useCallback, useContext } from "react";
import type { Ontology } from "../canvases/ontology";
import { type Rest, ServerError } from "../session/rest";
import type { Request, Session } from "../session/session";
import type { Store } from "../state/store";
import { toasts } from "./toasts";

export interface Workbench {
  readonly store: Store;
  readonly session: Session;
  readonly rest: Rest;
  /** Id or short name, as paths take it. */
  readonly project: string;
  readonly ontology: Ontology;
}

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error("no WorkbenchContext above this component");
  return workbench;
}

/** Sends a command; a refusal is shown as a toast and answered with `undefined`. */
export type Send = <T = Record<string, unknown>>(request: Request) => Promise<T | undefined>;

export function useSend(): Send {
  const { session } = useWorkbench();
  return useCallback((request) => shown(session.send(request)), [session]);
}

/** Wait for something; an error is shown as a toast and answered with `undefined`, and so is what comes after its project was left. */
export async function shown<T>(work: Promise<T>): Promise<T | undefined> {
  const visit = toasts.visit();
  try {
    const answer = await work;
    return visit === toasts.visit() ? answer : undefined;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    toasts.error(error, visit);
    return undefined;
  }
}
