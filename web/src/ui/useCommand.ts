/** Offers a command as long as the component is there. */

import { useEffect, useRef } from "react";
import { type CommandId, type Offer, offerCommand } from "./commands";

export function useCommand(id: CommandId, offer: Offer): void {
  const newest = useRef(offer);
  useEffect(() => {
    newest.current = offer;
  });
  useEffect(() => offerCommand(id, () => newest.current), [id]);
}
