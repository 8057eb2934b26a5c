/** Why no merge, retype or relink can be asked for from here; who may ask at all can have it proposed. */

import { mayAskIn } from "../state/people";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";

export function useCureObstacle(): string | undefined {
  const say = useText("cures");
  const mayAsk = useStore(mayAskIn);
  return mayAsk ? undefined : say("mayNot");
}
