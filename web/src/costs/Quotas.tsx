/** What is used of what a project and a person are allowed; nothing where nothing is limited. */

import { type ReactNode, useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { QuotaList } from "../protocol";
import { projectPath } from "../session/rest";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";

export function Quotas(): ReactNode {
  const say = useText("costs");
  const { rest, project } = useWorkbench();
  const number = new Intl.NumberFormat(useLanguage());
  const [told, setTold] = useState<QuotaList | null>(null);
  const { ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<QuotaList>(`${projectPath(project)}/quotas`)).then((answer) => answer && setTold(answer));
  }, [ask, rest, project]);
  const limited = told?.quotas.filter((each) => each.limit !== undefined) ?? [];
  if (told === null || limited.length === 0) return null;
  return (
    <section aria-label={say("quotas")}>
      <h3>{say("quotas")}</h3>
      <dl className="quotas">
        {limited.map(({ scope, kind, used, limit = 0 }) => (
          <div key={`${scope} ${kind}`}>
            <dt>
              {say(`quota.${kind}`)} <span className="note">({say(`quota.${scope}`)})</span>
            </dt>
            <dd>
              <meter value={Math.min(used, limit)} max={limit} aria-hidden="true" />{" "}
              {say("quota.of", { used: number.format(used), limit: number.format(limit) })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">{told.contact ? say("quota.contact", { contact: told.contact }) : say("quota.operator")}</p>
    </section>
  );
}
