/** Why the server did not take an edit, in the words of its problems; of anything else its own sentence. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { Problem, StoredError } from "../protocol";

export function Refused({ error }: { readonly error: StoredError | undefined }): ReactNode {
  const told = useTold();
  const problems = error?.fields?.problems;
  const known = Array.isArray(problems) ? (problems as readonly Problem[]) : [];
  return <bdi>{known.length > 0 ? known.map(told.message).join(" ") : error?.message}</bdi>;
}
