/** In the composer, beside *Discuss*: who takes part in the discussion, how it ends, what it may cost. */

import { type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { late } from "../ui/late";
import { useText } from "../ui/text";
import { wrongWith } from "./setup";
import { useSetup } from "./shown";
import "./discussion.css";

const SetupDialog = late(() => import("./SetupDialog"));

export function SetupButton(): ReactNode {
  const say = useText("discussion");
  const [setup] = useSetup();
  const [isShown, setShown] = useState(false);
  const isWrong = wrongWith(setup).length > 0;
  return (
    <>
      <button
        type="button"
        className={isWrong ? "chip setup-chip wrong" : "chip setup-chip"}
        title={say("setup")}
        onClick={() => setShown(true)}
      >
        {say("setupShort", { voices: setup.voices.length, count: Number(setup.rounds) || 0 })}
      </button>
      {/* The composer is a form itself, and forms do not nest. */}
      <Suspense>{isShown ? createPortal(<SetupDialog close={() => setShown(false)} />, document.body) : null}</Suspense>
    </>
  );
}
