/** What a conversation may begin with where there is a model already: sentences that can still be changed. */

import type { ReactNode } from "react";
import { mayAskIn } from "../../state/people";
import { focusComposer } from "../../ui/focus";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useSuggestions } from "./useSuggestions";

export function NextSteps({ begin }: { readonly begin: (text: string) => void }): ReactNode {
  const say = useText("chat");
  const mayAsk = useStore(mayAskIn);
  const texts = useSuggestions();
  if (!mayAsk || texts.length === 0) return null;
  return (
    <section className="next-steps">
      <p className="note">{say("suggestions")}</p>
      <ul className="suggestions" aria-label={say("suggestions")}>
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => {
                begin(text);
                focusComposer();
              }}
            >
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
