/** From the address to an open project: ticket or log-in, the list of projects, then the workbench. */

import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { readOntology, type Profile } from "../canvases/ontology";
import { NODE_TYPES, RELATIONS } from "../protocol";
import { projectPath, Rest, ServerError } from "../session/rest";
import { Session } from "../session/session";
import { browserWorld } from "../session/transport";
import { Store } from "../state/store";
import { Login } from "./Login";
import { ProjectList } from "./ProjectList";
import { takeTicket, useRoute } from "./route";
import { Shell } from "./Shell";
import { useLanguage, useText } from "./text";
import { Toasts } from "./Toasts";
import { usePreferences } from "./usePreferences";
import { StoreContext } from "./useStore";
import { shown, WorkbenchContext, type Workbench } from "./workbench";
import { words } from "./words";

const rest = new Rest((path, options) => fetch(path, options));

type Door = "waiting" | "outside" | "ticketFailed" | "inside";

export function App(): ReactNode {
  const say = useText(words);
  const [door, setDoor] = useState<Door>("waiting");
  const { project } = useRoute();
  useAppearance();
  useEffect(() => {
    void enter().then(setDoor);
    // A one-time link that is opened in a page that is already there.
    const onHash = (): void => {
      if (location.hash.startsWith("#ticket=")) void enter().then(setDoor);
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  const loggedOut = useCallback(() => setDoor("outside"), []);
  return (
    <>
      {door === "waiting" ? <p className="note pad">{say("loading")}</p> : null}
      {door === "outside" || door === "ticketFailed" ? <Login rest={rest} ticketFailed={door === "ticketFailed"} entered={() => setDoor("inside")} /> : null}
      {door === "inside" && project === undefined ? <ProjectList rest={rest} loggedOut={loggedOut} /> : null}
      {door === "inside" && project !== undefined ? <OpenProject key={project} project={project} loggedOut={loggedOut} /> : null}
      <Toasts />
    </>
  );
}

/** Use the ticket of the address, if there is one; else see whether the cookie is still good. */
async function enter(): Promise<Door> {
  const ticket = takeTicket();
  if (ticket !== undefined) {
    const isIn = await rest.post("/api/session", { ticket }).then(() => true, () => false);
    if (isIn) return "inside";
  }
  try {
    await rest.get("/api/session");
    return "inside";
  } catch (error) {
    if (error instanceof ServerError && error.status === 0) void shown(Promise.reject(error));
    return ticket === undefined ? "outside" : "ticketFailed";
  }
}

function OpenProject({ project, loggedOut }: { readonly project: string; readonly loggedOut: () => void }): ReactNode {
  const [profile, setProfile] = useState<Profile>({ nodeTypes: NODE_TYPES, relations: RELATIONS as unknown as Profile["relations"] });
  const [store, session] = useMemo(() => {
    const made = new Store();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    return [made, new Session(made, rest, project, browserWorld(address), () => crypto.randomUUID())] as const;
  }, [project]);
  useEffect(() => {
    session.open();
    void shown(rest.get<Profile>(`${projectPath(project)}/ontology`)).then((read) => read && setProfile(read));
    const online = (): void => session.retryNow();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      session.close();
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
  const workbench = useMemo<Workbench>(() => ({ store, session, rest, project, ontology }), [store, session, project, ontology]);
  return (
    <WorkbenchContext.Provider value={workbench}>
      <StoreContext.Provider value={store}>
        <Shell />
      </StoreContext.Provider>
    </WorkbenchContext.Provider>
  );
}

function useAppearance(): void {
  const { theme } = usePreferences();
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
}
