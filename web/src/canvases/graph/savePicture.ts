/** Saves the picture as a file of the person's machine, with what is only proposed marked as such. */

import type { Language } from "../../locales";
import type { Say } from "../../ui/text";
import type { Ontology } from "../ontology";
import { svgOf } from "./export";
import type { Picture } from "./picture";
import { download } from "./saveFile";
import type { GraphView } from "./useGraphView";

/** Browsers refuse larger pictures. */
const MAX_PIXELS = 8_192;
/** Sharp on today's screens and in print. */
const SCALE = 2;

interface Words {
  readonly language: Language;
  readonly ontology: Ontology;
  readonly project: string;
  readonly say: Say<"graph">;
  readonly sayGhost: Say<"ghosts">;
}

export async function savePicture(
  form: "svg" | "png",
  picture: Picture,
  { view, marks }: Pick<GraphView, "view" | "marks">,
  { language, ontology, project, say, sayGhost }: Words,
): Promise<void> {
  const name = `${project}-${view.id}`;
  const svg = svgOf(picture, ontology, `${project}: ${say(`view.${view.id}`)}`, language, { marks, say: sayGhost });
  if (form === "svg") saveSvg(svg, name);
  else await savePng(svg, name);
}

function saveSvg(svg: string, name: string): void {
  download(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
}

async function savePng(svg: string, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(SCALE, MAX_PIXELS / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.ceil(image.naturalWidth * scale), Math.ceil(image.naturalHeight * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob !== null) download(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}
