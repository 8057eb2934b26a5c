/** The saved views of the project and one's own: opened, saved, renamed, renewed, shared, deleted and had back. */

import { Ellipsis, UserRound, UsersRound } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useAsk } from "../people/useAsk";
import { LIMITS, type SavedView } from "../protocol";
import { may, mayAskIn } from "../state/people";
import { selectListedViews } from "../state/savedViews";
import { address } from "../ui/address";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { KEY, linkTo, open, placeToSave } from "./opening";
import SavedChip from "./SavedChip";
import "./saved.css";

interface Properties {
  /** The one that is open. */
  readonly current: string | undefined;
  readonly close: () => void;
}

export default function SavedViews({ current, close }: Properties): ReactNode {
  const say = useText("views");
  const { shared, own } = useStore(selectListedViews);
  const mayAsk = useStore(mayAskIn);
  const [acted, setActed] = useState<string>();
  const list = (title: string, views: readonly SavedView[]): ReactNode =>
    views.length === 0 ? null : (
      <section aria-label={title}>
        <h3>{title}</h3>
        <ul>
          {views.map((view) => (
            <Row
              key={view.savedViewId}
              {...{ view, close, mayAsk }}
              isCurrent={view.savedViewId === current}
              isActed={view.savedViewId === acted}
              act={(isActed) => setActed(isActed ? view.savedViewId : undefined)}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="saved-views">
      {current === undefined ? null : <SavedChip id={current} />}
      {shared.length + own.length === 0 ? <p className="note">{say("none")}</p> : null}
      {list(say("shared"), shared)}
      {list(say("own"), own)}
      {mayAsk ? <SaveForm close={close} /> : <p className="note">{say("mayNot")}</p>}
    </div>
  );
}

interface RowProperties {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  /** What can be done with it is shown. */
  readonly isActed: boolean;
  readonly act: (isActed: boolean) => void;
  readonly mayAsk: boolean;
  readonly close: () => void;
}

function Row({ view, isCurrent, isActed, act, mayAsk, close }: RowProperties): ReactNode {
  const say = useText("views");
  const language = useLanguage();
  const { store, project } = useWorkbench();
  const Sign = view.isShared ? UsersRound : UserRound;
  const actions = useId();
  return (
    <li>
      <div className="saved-row">
        <button
          type="button"
          className="saved-open"
          aria-current={isCurrent}
          title={say("by", { name: view.person.name, when: moment(view.at, language) })}
          onClick={() => {
            close();
            open(store, project, view);
          }}
        >
          <Sign aria-hidden />
          <bdi>{view.name}</bdi>
        </button>
        <button
          type="button"
          className="icon"
          aria-expanded={isActed}
          aria-controls={actions}
          aria-label={say("more", { name: view.name })}
          title={say("more", { name: view.name })}
          onClick={() => act(!isActed)}
        >
          <Ellipsis aria-hidden />
        </button>
      </div>
      <div id={actions} hidden={!isActed}>
        {isActed ? <Actions {...{ view, mayAsk }} done={() => act(false)} /> : null}
      </div>
    </li>
  );
}

interface ActionProperties {
  readonly view: SavedView;
  readonly mayAsk: boolean;
  readonly done: () => void;
}

function Actions({ view, mayAsk, done }: ActionProperties): ReactNode {
  const say = useText("views");
  const send = useSend();
  const { store, project, session } = useWorkbench();
  const isMine = useStore((state) => state.connection.me?.personId === view.person.personId);
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const [isRenaming, setRenaming] = useState(false);
  const { name, savedViewId } = view;
  const change = async (change: Change, text: string, back?: Change): Promise<void> => {
    const type = "view.update";
    if ((await send({ type, savedViewId, ...change })) === undefined) return;
    done();
    toasts.done(text, back && { label: say("undo"), run: () => void send({ type, savedViewId, ...back }) });
  };
  const renew = (): void => {
    const place = placeToSave(store);
    if (place === undefined) toasts.done(say("tooMuch"));
    else void change({ place }, say("renewed", { name }), { place: view.place });
  };
  const remove = async (): Promise<void> => {
    const isOpen = address.get()[KEY] === savedViewId;
    const show = (): void => (isOpen ? address.set(KEY, savedViewId) : undefined);
    // Before it is gone: whoever deletes the view that is open need not be told that it was.
    if (isOpen) address.set(KEY, undefined);
    const type = "view.update";
    if ((await send({ type, savedViewId, isDeleted: true })) === undefined) return show();
    done();
    const back = (): void => void send({ type, savedViewId, isDeleted: false }).then((had) => had && show());
    toasts.done(say("deleted", { name }), { label: say("undo"), run: back });
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(linkTo(project, view));
    done();
    toasts.done(say("copied"));
  };
  if (isRenaming) {
    return (
      <NameForm
        label={say("renameOf", { name })}
        first={name}
        give={(other) => session.send({ type: "view.update", savedViewId, name: other })}
        done={done}
      />
    );
  }
  return (
    <div className="saved-actions">
      {mayAsk && (isMine || (view.isShared && mayBuild)) ? (
        <>
          <button type="button" onClick={() => setRenaming(true)}>
            {say("rename")}
          </button>
          <button type="button" title={say("renewHint")} onClick={renew}>
            {say("renew")}
          </button>
          {isMine ? (
            <button
              type="button"
              onClick={() =>
                void change({ isShared: !view.isShared }, say(view.isShared ? "unshared" : "nowShared", { name }))
              }
            >
              {say(view.isShared ? "unshare" : "share")}
            </button>
          ) : null}
          <button type="button" onClick={() => void remove()}>
            {say("delete")}
          </button>
        </>
      ) : null}
      <button type="button" onClick={() => void copy()}>
        {say("copy")}
      </button>
    </div>
  );
}

type Change = Partial<Pick<SavedView, "place" | "isShared">>;

function SaveForm({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("views");
  const { store, project, session } = useWorkbench();
  const [isShared, setShared] = useState(false);
  const save = async (name: string): Promise<SavedView | undefined> => {
    const place = placeToSave(store);
    if (place === undefined) toasts.done(say("tooMuch"));
    return place === undefined
      ? undefined
      : await session.send<SavedView>({ type: "view.save", name, place, isShared });
  };
  return (
    <section aria-label={say("saveThis")}>
      <h3>{say("saveThis")}</h3>
      <NameForm
        label={say("name")}
        give={save}
        done={(saved) => {
          close();
          open(store, project, saved);
          toasts.done(say("saved", { name: saved.name }));
        }}
      >
        <label className="check">
          <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          {say("forAll")}
        </label>
      </NameForm>
    </section>
  );
}

interface NameProperties {
  readonly label: string;
  readonly first?: string;
  readonly give: (name: string) => Promise<SavedView | Record<string, unknown> | undefined>;
  readonly done: (saved: SavedView) => void;
  readonly children?: ReactNode;
}

function NameForm({ label, first = "", give, done, children }: NameProperties): ReactNode {
  const say = useText("views");
  const [name, setName] = useState(first);
  const { isBusy, error, ask } = useAsk();
  return (
    <form
      className="saved-form"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(give(name)).then((saved) => saved && done(saved as SavedView));
      }}
    >
      <div className="row">
        <input
          type="text"
          aria-label={label}
          placeholder={label}
          required
          maxLength={LIMITS.viewNameLength}
          autoFocus={first !== ""}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy || name.trim() === ""}>
          {say("save")}
        </button>
      </div>
      {children}
      <ErrorNotice error={error} />
    </form>
  );
}
