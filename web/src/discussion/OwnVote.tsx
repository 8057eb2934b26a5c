/** How somebody votes on a claim themselves: for it, against it, and why; the same button again takes the vote back. */

import { Check, X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { LIMITS } from "../protocol";
import { mayAskIn } from "../state/people";
import { useText } from "../ui/text";
import { useBegun } from "../ui/useBegun";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import type { Claim } from "./board";

const STANCES = [
  ["agree", Check],
  ["object", X],
] as const;

/** What was pressed last: a vote may carry its card to another column, and the focus goes with it. */
type Handed = RefObject<string | undefined>;

interface Properties {
  readonly runId: string;
  readonly claim: Claim;
  readonly handed: Handed;
}

export function OwnVote({ runId, claim, handed }: Properties): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  const mayAsk = useStore(mayAskIn);
  const me = useStore((state) => state.connection.me?.personId);
  const group = useRef<HTMLFieldSetElement>(null);
  const mine = claim.votes.find(({ personId }) => personId !== undefined && personId === me);
  const { claimId } = claim;
  useLayoutEffect(() => {
    const [wanted, stance] = handed.current?.split(" ") ?? [];
    if (wanted !== claimId || document.activeElement !== document.body) return;
    group.current?.querySelector<HTMLElement>(`[data-stance="${stance}"]`)?.focus();
  }, [handed, claimId]);
  if (!mayAsk) return null;
  const vote = (stance: "agree" | "object"): void => {
    handed.current = `${claimId} ${stance}`;
    const now = mine?.stance === stance ? "withdrawn" : stance;
    void send({ type: "discussion.steer", runId, action: "vote", claimId, stance: now });
  };
  return (
    <fieldset ref={group} className="own-vote">
      <legend className="visually-hidden">{say("ownVote", { claim: claimId })}</legend>
      {STANCES.map(([stance, Sign]) => (
        <button
          key={stance}
          type="button"
          className="quiet"
          data-stance={stance}
          aria-pressed={mine?.stance === stance}
          title={say(mine?.stance === stance ? "takeVoteBack" : `voteTitle.${stance}`)}
          onClick={() => vote(stance)}
        >
          <Sign aria-hidden /> {say(`vote.${stance}`)}
        </button>
      ))}
      {mine === undefined ? null : (
        <Reason
          key={mine.stance}
          place={`vote ${runId} ${claimId} ${mine.stance}`}
          reason={mine.reason}
          say={async (text) => {
            const stance = mine.stance === "object" ? "object" : "agree";
            return await send({ type: "discussion.steer", runId, action: "vote", claimId, stance, text });
          }}
        />
      )}
    </fieldset>
  );
}

interface ReasonProperties {
  readonly place: string;
  readonly reason: string;
  readonly say: (text: string) => Promise<unknown>;
}

/** Sent with Enter or when the field is left; what is typed stays while others vote. */
function Reason({ place, reason, say: send }: ReasonProperties): ReactNode {
  const say = useText("discussion");
  const [draft, setDraft] = useBegun(place);
  const submit = async (): Promise<void> => {
    const text = draft?.trim();
    if (text === undefined || text === reason) return;
    if (await send(text)) setDraft(undefined);
  };
  return (
    <input
      type="text"
      aria-label={say("why")}
      placeholder={say("why")}
      value={draft ?? reason}
      maxLength={LIMITS.voteReasonLength}
      dir="auto"
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void submit()}
      onKeyDown={(event) => {
        if (event.key === "Escape" && draft !== undefined) {
          event.stopPropagation();
          setDraft(undefined);
        }
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void submit();
      }}
    />
  );
}
