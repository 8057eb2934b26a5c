/** The saved view that is open: what it is called, whether something else is shown by now. It stands beside the name of the project, and above the list of views. */

import { Bookmark, X } from "lucide-react";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { memoryOf } from "../canvases/graph/memory";
import { siftingsOf } from "../canvases/table/sifting";
import type { SavedView } from "../protocol";
import { may } from "../state/people";
import { address } from "../ui/address";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { isAsSaved, KEY, open, placeToSave } from "./opening";
import "./saved.css";

export default function SavedChip({ id }: { readonly id: string }): ReactNode {
  const view = useStore((state) => state.views.get(id));
  return view === undefined || view.deletedAt !== undefined ? null : <Chip view={view} />;
}

function Chip({ view }: { readonly view: SavedView }): ReactNode {
  const say = useText("views");
  const send = useSend();
  const { store, project } = useWorkbench();
  const isSame = useIsAsSaved(view);
  const mayRenew = useStore(
    ({ connection: { me, access } }) =>
      me?.personId === view.person.personId || (view.isShared === true && may(access, "build")),
  );
  const { name, savedViewId } = view;
  const renew = async (): Promise<void> => {
    const place = placeToSave(store);
    if (place === undefined) return toasts.done(say("tooMuch"));
    const back = { type: "view.update", savedViewId, place: view.place } as const;
    if ((await send({ ...back, place })) === undefined) return;
    toasts.done(say("renewed", { name }), { label: say("undo"), run: () => void send(back) });
  };
  return (
    <span className="saved-chip" role="group" aria-label={say("view")}>
      <Bookmark aria-hidden />
      <bdi>{name}</bdi>
      {isSame ? null : (
        <>
          <button type="button" className="quiet" title={say("backHint")} onClick={() => open(store, project, view)}>
            {say("back")}
          </button>
          {mayRenew ? (
            <button type="button" className="quiet" title={say("renewHint")} onClick={() => void renew()}>
              {say("renew")}
            </button>
          ) : null}
        </>
      )}
      <button
        type="button"
        className="icon"
        aria-label={say("leave", { name })}
        title={say("leave", { name })}
        onClick={() => address.set(KEY, undefined)}
      >
        <X aria-hidden />
      </button>
    </span>
  );
}

function useIsAsSaved(view: SavedView): boolean {
  const { store } = useWorkbench();
  const subscribe = useCallback(
    (heard: () => void) => {
      const watched = [store, preferences, address, memoryOf(store).settings, siftingsOf(store)];
      const ends = watched.map((each) => each.subscribe(heard));
      return () => {
        for (const end of ends) end();
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => isAsSaved(store, view));
}
