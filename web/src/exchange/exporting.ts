/** A file on its way out: its pieces as the server hands them over, put together. */

import type { ExportLine, ExportPost, ExportProgress, ServedExport, StoredError, Term } from "../protocol";
import { cutOff, type Rest, ServerError } from "../session/rest";

/** What an export gives. */
export interface ServedFile {
  readonly name: string;
  readonly content: Blob;
  /** What it does not hold. */
  readonly losses: readonly Term[];
}

/** Have a file written, and hear how far it is; aborting ends the work at the server, too. */
export async function takeOut(
  rest: Rest,
  path: string,
  wanted: ExportPost,
  hear: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ServedFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let file: ServedExport | undefined;
  let error: StoredError | undefined;
  const take = (line: ExportLine): void => {
    if (line.progress) hear(line.progress);
    if (line.piece) pieces.push(bytesOf(line.piece));
    file = line.file ?? file;
    error = line.error ?? error;
  };
  await rest.postHearing(path, wanted, take, signal);
  if (error) throw new ServerError(error);
  const content = new Blob(pieces, { type: file?.media ?? "" });
  if (!file || content.size !== file.bytes) throw cutOff("the answer ended early");
  return { name: file.name, losses: file.losses, content };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
