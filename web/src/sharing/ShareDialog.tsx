/** Links for people without an account: one more, those that still lead somewhere, and their end. */

import { type ReactNode, useEffect, useState } from "react";
import { memoryOf } from "../canvases/graph/memory";
import { OnceShown } from "../people/OnceShown";
import { useAsk } from "../people/useAsk";
import { projectPath } from "../session/rest";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { chosenNodes, type Issued, type ShareLink } from "./share";

interface Links {
  readonly shares: readonly ShareLink[];
}

/** As long as the server lets a link lead somewhere, and as long as it does unasked. */
const MAX_DAYS = 366;
const DAYS = 7;

export default function ShareDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("sharing");
  const language = useLanguage();
  const { rest, project } = useWorkbench();
  const isAdmin = may(
    useStore((state) => state.connection.access),
    "admin",
  );
  const { isBusy, error, ask } = useAsk();
  const [links, setLinks] = useState<readonly ShareLink[]>();
  const [made, setMade] = useState<Issued>();
  const path = `${projectPath(project)}/shares`;
  useEffect(() => {
    if (isAdmin) void ask(rest.get<Links>(path)).then((found) => found && setLinks(found.shares));
  }, [ask, rest, path, isAdmin]);
  const make = async (body: object): Promise<void> => {
    const issued = await ask(rest.post<Issued>(path, body));
    if (issued === undefined) return;
    setMade(issued);
    setLinks((all = []) => [...all, issued.link]);
  };
  const end = async ({ shareId }: ShareLink): Promise<void> => {
    const left = await ask(rest.delete<Links>(`${path}/${shareId}`));
    if (left === undefined) return;
    setLinks(left.shares);
    setMade((shown) => (shown?.link.shareId === shareId ? undefined : shown));
  };
  return (
    <Dialog title={say("share")} close={close} wide>
      <p className="note">{say(isAdmin ? "hint" : "onlyAdmins")}</p>
      {links ? <ShareForm isBusy={isBusy} make={(body) => void make(body)} /> : null}
      {made ? (
        <OnceShown
          key={made.secret}
          label={say("made", { until: moment(made.link.expiresAt, language) })}
          text={`${location.origin}/#share=${made.secret}`}
        />
      ) : null}
      <ul className="members" aria-busy={isBusy} aria-label={say("links")}>
        {links?.map((link) => (
          <li key={link.shareId}>
            <div className="who">
              <span className="badge">{say(`kind.${link.kind}`)}</span>{" "}
              <strong>
                <bdi>{link.label}</bdi>
              </strong>
              <p className="note">
                <bdi>{say("until", { name: link.person.name, until: moment(link.expiresAt, language) })}</bdi>
              </p>
            </div>
            <button
              type="button"
              disabled={isBusy}
              aria-label={say("endOf", { name: link.label })}
              onClick={() => void end(link)}
            >
              {say("end")}
            </button>
          </li>
        ))}
      </ul>
      {links?.length === 0 ? <p className="note">{say("none")}</p> : null}
      <ErrorNotice error={error} />
    </Dialog>
  );
}

interface FormProperties {
  readonly isBusy: boolean;
  readonly make: (body: object) => void;
}

/** What can be shared from where the page is: the view, the one element that is selected, a conversation. */
function ShareForm({ isBusy, make }: FormProperties): ReactNode {
  const say = useText("sharing");
  const { store } = useWorkbench();
  const view = useStore((state) => state.canvas.view);
  const node = useStore(({ canvas: { selection }, graph }) =>
    selection.nodes.length === 1 ? graph.nodes.get(selection.nodes[0] ?? "") : undefined,
  );
  const threads = useStore((state) => state.threads.threads);
  const [wanted, setWanted] = useState(node === undefined ? "view" : "node");
  const [days, setDays] = useState(DAYS);
  const send = (): void => {
    if (wanted === "view") {
      const { canvas, graph } = store.get();
      const hidden = memoryOf(store).settings.get().get(view)?.hidden ?? new Set();
      make({ kind: "view", about: view, nodes: chosenNodes(graph, canvas, hidden), days });
    } else if (wanted === "node") make({ kind: "node", about: node?.nodeId, days });
    else make({ kind: "thread", about: wanted, days });
  };
  return (
    <form
      className="form row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <select
        data-first
        className="grow"
        aria-label={say("what")}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      >
        <option value="view">{say("theView")}</option>
        {node ? <option value="node">{say("theNode", { name: node.name })}</option> : null}
        {[...threads.values()].map(({ threadId, title }) => (
          <option key={threadId} value={threadId}>
            {say("theThread", { title })}
          </option>
        ))}
      </select>
      <label className="row">
        {say("days")}
        <input
          type="number"
          min={1}
          max={MAX_DAYS}
          required
          value={days}
          onChange={(event) => setDays(event.target.valueAsNumber || 1)}
        />
      </label>
      <button type="submit" className="primary" disabled={isBusy}>
        {say("make")}
      </button>
    </form>
  );
}
