/**
 * Signing in with the organisation's identity provider: the browser goes there and comes back to this page with an answer
 * in its address, which is taken out of it at once. Where somebody was is kept in the tab meanwhile.
 */

import type { Rest } from "../session/rest";
import { preferences } from "../ui/preferences";
import type { Me } from "./me";

export interface Ways {
  readonly passwords: boolean;
  readonly passkeys: boolean;
  /** What the identity provider is called. */
  readonly company: string | null;
}

type CompanyAnswer = { readonly state: string; readonly code: string; readonly issuer?: string } | "refused";

const COMPANY = "/api/session/company";
const PLACE = "graphwright.signInPlace";

/** What whoever has a password sends beside the wish to open their account with an identity from now on. */
export interface Proof {
  readonly password?: string;
  readonly code?: string;
}

/** Go to the identity provider; with a proof, to open one's own account with it from now on. */
export async function goToCompany(rest: Rest, proof?: Proof): Promise<void> {
  const body = proof === undefined ? {} : { ...proof, connect: true };
  const { address } = await rest.post<{ readonly address: string }>(COMPANY, body);
  sessionStorage.setItem(PLACE, location.hash);
  location.assign(address);
}

/** What the identity provider answered, if this page was opened by it. */
export function takeCompanyAnswer(): CompanyAnswer | undefined {
  const answer = answerIn(location.search);
  if (answer === undefined) return undefined;
  history.replaceState(null, "", location.pathname + (sessionStorage.getItem(PLACE) ?? ""));
  sessionStorage.removeItem(PLACE);
  return answer;
}

export function answerIn(query: string): CompanyAnswer | undefined {
  const told = new URLSearchParams(query);
  const state = told.get("state");
  const code = told.get("code");
  const issuer = told.get("iss");
  if (state === null) return undefined;
  if (code === null) return told.has("error") ? "refused" : undefined;
  return issuer === null ? { state, code } : { state, code, issuer };
}

export function comeFromCompany(rest: Rest, answer: Exclude<CompanyAnswer, "refused">): Promise<Me> {
  return rest.put<Me>(COMPANY, { ...answer, language: preferences.get().language });
}
