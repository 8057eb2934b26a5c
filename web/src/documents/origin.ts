/** Where a proposed change comes from: the sentence for people, and what the server names behind it for programs. Pure. */

/** The passage that the sentence rests on. */
const PASSAGE = / \(passage ([0-9a-f-]{36})\)$/;
/** The call of a tool that made the change; the steps of the run show it. */
const CALL = / \([a-z]+(?:_[a-z]+)+ [^\s()]+\)$/;

export interface Origin {
  readonly said: string;
  readonly passageId?: string;
}

export function originOf(provenance: string): Origin {
  const passageId = PASSAGE.exec(provenance)?.[1];
  return passageId === undefined
    ? { said: provenance.replace(CALL, "") }
    : { said: provenance.replace(PASSAGE, ""), passageId };
}
