/** What has to be seen and reached while a dialog is open: then it stands in the head of the newest one, else where it is written. */

import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { createStore } from "../state/createStore";
import { useValue } from "./useValue";

/** The places in the heads of open dialogs, the newest last; all else of the page is out of reach behind them. */
const places = createStore<readonly HTMLElement[]>([]);

/** A dialog is open, with this place in its head, until the returned function is called. */
export function offerPlace(place: HTMLElement): () => void {
  places.set([...places.get(), place]);
  return () => places.set(places.get().filter((each) => each !== place));
}

export function OverDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useValue(places).at(-1);
  return place === undefined ? children : createPortal(children, place);
}
