/** Passkeys as the browser has them: one is made for an account, or used to come in. What is signed, the server checks. */

import { type Rest, ServerError } from "../session/rest";
import type { Me } from "./me";

export interface Passkey {
  readonly passkeyId: string;
  readonly name: string;
  /** The address of the page for which the browser keeps it. */
  readonly host: string;
  readonly madeAt: string;
  readonly usedAt?: string | null;
}

export interface PasskeyList {
  readonly passkeys: readonly Passkey[];
}

/** What whoever has a password sends beside the wish to make one. */
export interface PasskeyProof {
  readonly password?: string;
  readonly code?: string;
}

const LOGIN = "/api/session/passkey";
export const PASSKEYS = "/api/session/passkeys";

/** Browsers keep passkeys for names of hosts, over HTTPS or on this machine. */
export function canUsePasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== "undefined" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

export async function comeInWithPasskey(rest: Rest): Promise<Me> {
  const { options } = await rest.post<{ readonly options: PublicKeyCredentialRequestOptionsJSON }>(LOGIN, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.get({ publicKey }));
  return rest.put<Me>(LOGIN, { credential });
}

export async function makePasskey(rest: Rest, name: string, proof: PasskeyProof): Promise<PasskeyList> {
  const { options } = await rest.post<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>(PASSKEYS, proof);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.create({ publicKey }));
  return rest.put<PasskeyList>(PASSKEYS, { name, credential });
}

/** What the device says; that somebody closed its window, or has no passkey here, is an error like those of the server. */
async function answered(asking: Promise<Credential | null>): Promise<unknown> {
  const answer = await asking.catch((problem: unknown) => {
    if (problem instanceof DOMException) return problem;
    throw problem;
  });
  if (answer instanceof PublicKeyCredential) return answer.toJSON();
  const isKnown = answer instanceof DOMException && answer.name === "InvalidStateError";
  throw new ServerError({ code: isKnown ? "passkeyKnown" : "passkeyRefused", message: "", retry: "never" });
}
