/** The other people who look at an element now. */

import type { ReactNode } from "react";
import type { Person } from "../protocol";
import { othersAt } from "../state/people";
import { colourOf, initials } from "../ui/faces";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";

/** More faces than this become a number: beside them stands a name, in a row of a table. */
const FACES = 2;

export function Others({ nodeId }: { readonly nodeId: string }): ReactNode {
  const say = useText("element");
  const here = useStore(
    (state) => othersAt(state.people, nodeId, state.connection.sessionId),
    (one, two) => names(one) === names(two),
  );
  if (here.length === 0) return null;
  return (
    <ul className="faces" aria-label={say("alsoHere")}>
      {here.slice(0, FACES).map((person) => (
        <li
          key={person.personId}
          title={say("looksToo", { name: person.name })}
          data-colour={colourOf(person.personId)}
        >
          <span aria-hidden>{initials(person.name)}</span>
          <span className="visually-hidden">{say("looksToo", { name: person.name })}</span>
        </li>
      ))}
      {here.length > FACES ? <li>+{here.length - FACES}</li> : null}
    </ul>
  );
}

function names(people: readonly Person[]): string {
  return people.map(({ personId }) => personId).join();
}
