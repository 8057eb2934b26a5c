/** What the server can read and write now; empty until it has said so. */

import { useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { FormatList } from "../protocol";
import type { ServerError } from "../session/rest";
import { useWorkbench } from "../ui/workbench";

interface Formats {
  readonly formats: FormatList["formats"];
  readonly error: ServerError | null;
}

export function useFormats(): Formats {
  const { rest } = useWorkbench();
  const { ask, error } = useAsk();
  const [formats, setFormats] = useState<FormatList["formats"]>([]);
  useEffect(() => {
    void ask(rest.get<FormatList>("/api/formats")).then((answer) => answer && setFormats(answer.formats));
  }, [ask, rest]);
  return { formats, error };
}
