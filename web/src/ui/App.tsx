/** From the address to an open project: ticket or log-in, the list of projects, then the workbench. */

import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { type Profile, readOntology } from "../canvases/ontology";
import { comeFromCompany, takeCompanyAnswer } from "../people/company";
import { type Me, mustChoosePassword } from "../people/me";
import { NODE_TYPES, RELATIONS } from "../protocol";
import { askedAhead } from "../session/ahead";
import { browserStorage } from "../session/kept";
import { Outbox, type Writing } from "../session/outbox";
import { projectPath, Rest, ServerError, statePath } from "../session/rest";
import { Session } from "../session/session";
import { browserWorld } from "../session/transport";
import { keepConflict } from "../state/conflicts";
import { forgetProject } from "../state/createStore";
import { Store } from "../state/store";
import type { Outside } from "./Login";
import { late } from "./late";
import { projectNow, takeTicket, useRoute, useShareSecret, useUnsubscribeSecret } from "./route";
import { Shell } from "./Shell";
import { Toasts } from "./Toasts";
import { useLanguage, useText } from "./text";
import { toasts } from "./toasts";
import { panesNow } from "./usePanes";
import { usePreferences } from "./usePreferences";
import { StoreContext, useStore } from "./useStore";
import { shown, type Workbench, WorkbenchContext } from "./workbench";

// Whoever is in already needs neither of them.
const Login = late(() => import("./Login").then(({ Login }) => ({ default: Login })));
const FirstPassword = late(() =>
  import("../people/FirstPassword").then(({ FirstPassword }) => ({ default: FirstPassword })),
);
const NoProject = late(() => import("./NoProject"));
const ProjectList = late(() => import("./ProjectList").then(({ ProjectList }) => ({ default: ProjectList })));
const UnsubscribePage = late(() => import("../people/UnsubscribePage"));
const SharedPage = late(() => import("../sharing/SharedPage"));

const SESSION = "/api/session";
const ontologyPath = (project: string): string => `${projectPath(project)}/ontology`;

const rest = new Rest(askedAhead((path, options) => fetch(path, options), ahead()));

/** What an address that names a project leads to, whoever comes; the diagram's script is begun with it. */
function ahead(): readonly string[] {
  const project = projectNow();
  if (project === undefined) return [];
  if (panesNow().includes("graph")) void import("../canvases/graph/GraphCanvas").catch(() => undefined);
  return [SESSION, ontologyPath(project), statePath(project)];
}

/** Why somebody is still outside, or who came in. */
type Door = "waiting" | Outside | Me;

export function App(): ReactNode {
  const say = useText("frame");
  const secret = useShareSecret();
  const ending = useUnsubscribeSecret();
  useAppearance();
  return (
    <>
      {secret === undefined && ending === undefined ? <Entrance /> : null}
      <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
        {secret === undefined ? null : <SharedPage key={secret} rest={rest} secret={secret} />}
        {ending === undefined ? null : <UnsubscribePage key={ending} rest={rest} secret={ending} />}
      </Suspense>
      <Toasts />
    </>
  );
}

/** Where somebody with an account comes in. */
function Entrance(): ReactNode {
  const say = useText("frame");
  const [door, setDoor] = useState<Door>("waiting");
  useEffect(() => {
    void enter().then(setDoor);
    // A one-time link that is opened in a page that is already there.
    const onHash = (): void => {
      if (location.hash.startsWith("#ticket=")) void enter().then(setDoor);
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  const loggedOut = useCallback(() => setDoor({ why: "loggedOut" }), []);
  return (
    <>
      {door === "waiting" ? <p className="note pad">{say("loading")}</p> : null}
      <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
        {door !== "waiting" && "why" in door ? <Login rest={rest} outside={door} entered={setDoor} /> : null}
        {door !== "waiting" && "person" in door && mustChoosePassword(door) ? (
          <FirstPassword rest={rest} me={door} saved={setDoor} />
        ) : null}
      </Suspense>
      {door !== "waiting" && "person" in door && !mustChoosePassword(door) ? <Inside loggedOut={loggedOut} /> : null}
    </>
  );
}

/** The project of the address; without one, the only project there is when the page comes, else the list. */
function Inside({ loggedOut }: { readonly loggedOut: () => void }): ReactNode {
  const { project } = useRoute();
  const [isArriving, setArriving] = useState(project === undefined);
  useEffect(() => {
    if (project !== undefined) setArriving(false);
  }, [project]);
  if (project === undefined)
    return (
      <Suspense>
        <ProjectList rest={rest} isArriving={isArriving} loggedOut={loggedOut} />
      </Suspense>
    );
  return <OpenProject key={project} project={project} loggedOut={loggedOut} />;
}

/** Use what the address brings, if anything; else see whether the cookie is still good. */
async function enter(): Promise<Door> {
  const answer = takeCompanyAnswer();
  let refusal: ServerError | undefined;
  if (answer !== undefined && answer !== "refused") {
    try {
      return await comeFromCompany(rest, answer);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      refusal = error;
    }
  }
  const ticket = takeTicket();
  if (ticket !== undefined) {
    const me = await rest.post<Me>(SESSION, { ticket }).catch(() => undefined);
    if (me) return me;
  }
  try {
    const me = await rest.get<Me>(SESSION);
    if (refusal !== undefined) void shown(Promise.reject(refusal)); // nothing was connected; they are in as they were
    return me;
  } catch (error) {
    if (refusal !== undefined) return { why: "companyFailed", error: refusal };
    if (answer === "refused") return { why: "companyRefused" };
    if (error instanceof ServerError && error.status === 0) void shown(Promise.reject(error));
    return { why: ticket === undefined ? "loggedOut" : "ticketFailed" };
  }
}

function OpenProject({ project, loggedOut }: { readonly project: string; readonly loggedOut: () => void }): ReactNode {
  const [profile, setProfile] = useState<Profile>({
    nodeTypes: NODE_TYPES,
    relations: RELATIONS as unknown as Profile["relations"],
  });
  const [store, session] = useMemo(() => {
    const made = new Store();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    const refused = (command: Writing, error: ServerError): void => {
      if (command.type === "changes.submit" && keepConflict(project, error, command.operations)) return;
      toasts.error(error);
    };
    const outbox = new Outbox(browserStorage(), project, refused);
    const newId = (): string => crypto.randomUUID();
    return [made, new Session(made, rest, project, browserWorld(address), newId, outbox)] as const;
  }, [project]);
  useEffect(() => {
    session.open();
    void shown(rest.get<Profile>(ontologyPath(project)).catch(unlessGone)).then((read) => read && setProfile(read));
    const online = (): void => session.retryNow();
    const offline = (): void => session.networkLost();
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    const leaving = (): void => session.putAway();
    window.addEventListener("pagehide", leaving);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      window.removeEventListener("pagehide", leaving);
      session.close();
      forgetProject();
    };
  }, [session, project]);
  useEffect(
    () =>
      store.subscribe(() => {
        if (store.get().connection.reason?.code === "notAuthenticated") loggedOut();
      }),
    [store, loggedOut],
  );
  const ontology = useMemo(() => readOntology(profile), [profile]);
  const workbench = useMemo<Workbench>(
    () => ({ store, session, rest, project, ontology }),
    [store, session, project, ontology],
  );
  return (
    <WorkbenchContext.Provider value={workbench}>
      <StoreContext.Provider value={store}>
        <Opened />
      </StoreContext.Provider>
    </WorkbenchContext.Provider>
  );
}

/** The workbench, unless what the address names turns out not to be there. Who is in it stays, with what they see. */
function Opened(): ReactNode {
  const isNowhere = useStore(
    ({ project, connection }) => project === undefined && connection.status === "ended" && isGone(connection.reason),
  );
  if (!isNowhere) return <Shell />;
  return (
    <Suspense fallback={null}>
      <NoProject />
    </Suspense>
  );
}

function isGone(error: { readonly code: string } | undefined | null): boolean {
  return error?.code === "notFound";
}

/** The page itself says that there is no such project: once is enough. */
function unlessGone(error: unknown): undefined {
  if (error instanceof ServerError && isGone(error)) return undefined;
  throw error;
}

function useAppearance(): void {
  const { theme } = usePreferences();
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
}
