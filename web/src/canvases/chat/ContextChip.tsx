/** What the assistant is given of the model with the next message: chosen here, and shown word for word. */

import { type ReactNode, useState } from "react";
import { NextPrompt, type PromptPreview } from "../../inspector/NextPrompt";
import { CONTEXT_MODES, type ContextMode, LIMITS, oneOf } from "../../protocol";
import { projectPath } from "../../session/rest";
import { canvasState } from "../../state/canvas";
import { Dialog } from "../../ui/Dialog";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { shown, useWorkbench } from "../../ui/workbench";

const CHOICES = ["auto", ...CONTEXT_MODES] as const;

interface Captured {
  readonly text: string;
  readonly tokens: number;
  /** Of the message as it is written now, where one prompt answers it. */
  readonly prompt?: PromptPreview;
}

export function ContextChip({
  mode,
  setMode,
  draft,
  threadId,
  workflow,
}: {
  readonly mode: ContextMode | "auto";
  readonly setMode: (mode: ContextMode | "auto") => void;
  readonly draft: string;
  readonly threadId: string | undefined;
  readonly workflow: string;
}): ReactNode {
  const say = useText("chat");
  const { rest, store, project } = useWorkbench();
  const count = useStore((state) => state.canvas.selection.nodes.length);
  const [captured, setCaptured] = useState<Captured | null>(null);
  const [isOpen, setOpen] = useState(false);
  const look = async (wanted: ContextMode | "auto"): Promise<void> => {
    const question = draft.trim().slice(0, LIMITS.messageLength);
    const body = {
      canvas: canvasState(store.get().canvas),
      mode: wanted === "auto" && !question ? "full" : wanted,
      question,
      workflow,
      ...(threadId && { threadId }),
    };
    setCaptured((await shown(rest.post<Captured>(`${projectPath(project)}/context`, body))) ?? null);
  };
  const open = (): void => {
    setOpen(true);
    void look(mode);
  };
  const choose = (wanted: ContextMode | "auto"): void => {
    setMode(wanted);
    void look(wanted);
  };
  const name = say(`mode.${mode}`);
  const given = count > 0 ? say("contextSelected", { mode: name, count }) : name;
  return (
    <>
      <button type="button" className="chip" onClick={open} title={`${say("contextMode")}: ${given}`}>
        {say("context")}: {mode === "auto" && count > 0 ? say("selectedAlone", { count }) : given}
      </button>
      {isOpen ? (
        <Dialog title={say("contextText")} close={() => setOpen(false)} wide>
          <label>
            {say("contextMode")}{" "}
            <select value={mode} onChange={(event) => choose(oneOf(CHOICES, event.target.value) ?? "auto")}>
              {CHOICES.map((each) => (
                <option key={each} value={each}>
                  {say(`mode.${each}`)}
                </option>
              ))}
            </select>
          </label>
          {mode === "auto" ? <p className="note">{say("contextAuto")}</p> : null}
          {captured?.prompt ? <NextPrompt prompt={captured.prompt} /> : null}
          {captured ? <p className="note">{say("contextTokens", { count: captured.tokens })}</p> : null}
          <pre className="exact" tabIndex={0}>
            {captured?.text ?? "…"}
          </pre>
        </Dialog>
      ) : null}
    </>
  );
}
