/** Saves the picture as a file of the person's machine. */

/** Browsers refuse larger pictures. */
const MAX_PIXELS = 8_192;
/** Sharp on today's screens and in print. */
const SCALE = 2;

export function saveSvg(svg: string, name: string): void {
  download(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(svg: string, name: string): Promise<void> {
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

export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
