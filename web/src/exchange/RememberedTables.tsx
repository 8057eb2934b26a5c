/** How the tables are read that people of this project have said something of, outside of an import, too. */

import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { MappingList } from "../protocol";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { mappingPath } from "./importing";
import { type Remembered, RememberedTable } from "./RememberedTable";

export function RememberedTables({ isAllowed }: { readonly isAllowed: boolean }): ReactNode {
  const say = useText("exchange");
  const { rest, project } = useWorkbench();
  const { ask, error } = useAsk();
  const [mappings, setMappings] = useState<MappingList["mappings"]>([]);
  const read = useCallback(async (): Promise<void> => {
    const answer = await ask(rest.get<MappingList>(mappingPath(project)));
    if (answer) setMappings(answer.mappings);
  }, [ask, rest, project]);
  useEffect(() => void read(), [read]);
  const put = async ({ mappingId }: Remembered, corrections: Remembered["corrections"]): Promise<void> => {
    const path = mappingPath(project, mappingId);
    const isForgotten = Object.keys(corrections).length === 0;
    // A refusal stays in sight: reading again would clear it.
    if ((await ask(isForgotten ? rest.delete(path) : rest.put(path, { corrections }))) !== undefined) await read();
  };
  const refused = error ? (
    <div role="alert">
      <ErrorText error={error} />
    </div>
  ) : null;
  if (mappings.length === 0) return refused;
  return (
    <details className="exchange-remembered">
      <summary>{say("mappings", { count: mappings.length })}</summary>
      {refused}
      <ul>
        {mappings.map((table) => (
          <RememberedTable
            key={table.mappingId}
            table={table}
            isAllowed={isAllowed}
            say={(...said) => void put(...said)}
          />
        ))}
      </ul>
    </details>
  );
}
