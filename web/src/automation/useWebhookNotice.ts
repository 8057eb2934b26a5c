/** A notice for admins, when the page comes, that a webhook was turned off because nobody took what it told. */

import { useEffect } from "react";
import { projectPath } from "../session/rest";
import { may } from "../state/people";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import type { WebhookList } from "./automation";
import { hostOf } from "./hostOf";

export function useWebhookNotice(show: () => void): void {
  const say = useText("automation");
  const { rest, project } = useWorkbench();
  const isAdmin = may(
    useStore((state) => state.connection.access),
    "admin",
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for a project, not at every word or drawing
  useEffect(() => {
    if (!isAdmin) return;
    let isHere = true;
    const looked = rest.get<WebhookList>(`${projectPath(project)}/webhooks`);
    // Nobody asked for this, so nobody is told that it could not be read; the dialog says so.
    looked.then(
      ({ webhooks }) => {
        const off = webhooks.find((each) => each.off === "failing" || each.off === "gone");
        if (isHere && off)
          toasts.done(say("wasTurnedOff", { host: hostOf(off.url) }), { label: say("look"), run: show });
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isAdmin, rest, project]);
}
