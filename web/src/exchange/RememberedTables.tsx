/** How the tables are read that people of this project have said something of, outside of an import, too. */

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { MappingList } from "../protocol";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { mappingPath } from "./importing";
import { type Remembered, RememberedTable } from "./RememberedTable";

export function RememberedTables({ isAllowed }: { readonly isAllowed: boolean }): ReactNode {
  const say = useText("exchange");
  const { rest, project } = useWorkbench();
  const { ask, error } = useAsk();
  const [mappings, setMappings] = useState<MappingList["mappings"]>([]);
  const kept = useCallback(
    async (): Promise<void> => setMappings((await rest.get<MappingList>(mappingPath(project))).mappings),
    [rest, project],
  );
  const read = useCallback(async (): Promise<void> => void (await ask(kept())), [ask, kept]);
  useEffect(() => void read(), [read]);
  const pathOf = ({ mappingId }: Remembered): string => mappingPath(project, mappingId);
  const forget = async (table: Remembered): Promise<void> => {
    if ((await ask(rest.delete(pathOf(table)))) !== undefined) await read();
  };
  const answered = async (mine: Promise<unknown>): Promise<void> => {
    const isDone = (await ask(mine)) !== undefined;
    if (turn.current !== mine) return;
    // A refusal stays in sight: asking anew would clear it.
    await (isDone ? read() : kept().catch(() => undefined));
  };
  // Shown at once, so that the next correction is one to what stands there, and sent one after the other.
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const put = (table: Remembered, corrections: Remembered["corrections"]): void => {
    setMappings((all) => all.map((each) => (each.mappingId === table.mappingId ? { ...each, corrections } : each)));
    const send = (): Promise<unknown> => rest.put(pathOf(table), { corrections });
    const mine = turn.current.then(send, send);
    turn.current = mine;
    void answered(mine);
  };
  const refused = <ErrorNotice error={error} />;
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
            say={put}
            forget={() => void forget(table)}
          />
        ))}
      </ul>
    </details>
  );
}
