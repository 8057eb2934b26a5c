/** What the server can read and write now, as people call it in their language; empty until the server has said so. */

import { useEffect, useState } from "react";
import type { English } from "../locales/translation";
import { useAsk } from "../people/useAsk";
import type { FormatList } from "../protocol";
import type { ServerError } from "../session/rest";
import { isSaid, type Say, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";

interface Formats {
  readonly formats: FormatList["formats"];
  readonly error: ServerError | null;
}

type Title = Extract<keyof English["exchange"], `title.${string}`>;

export function useFormats(): Formats {
  const say = useText("exchange");
  const { rest } = useWorkbench();
  const { ask, error } = useAsk();
  const [formats, setFormats] = useState<FormatList["formats"]>([]);
  useEffect(() => {
    void ask(rest.get<FormatList>("/api/formats")).then((answer) => answer && setFormats(answer.formats));
  }, [ask, rest]);
  return { formats: formats.map((each) => ({ ...each, title: titleOf(say, each) })), error };
}

/** Formats whose names are names of their own are called alike in all languages. */
function titleOf(say: Say<"exchange">, { name, title }: Pick<FormatList["formats"][number], "name" | "title">): string {
  const key = `title.${name}`;
  return isSaid("exchange", key) ? say(key as Title) : title;
}
