/** Files as one tar archive: the form in which a server takes many at once. Nothing is read before it is sent. */

const BLOCK = 512;
/** Of a header (POSIX.1-2001): where a field begins. */
const AT = {
  name: 0,
  mode: 100,
  owner: 108,
  group: 116,
  size: 124,
  time: 136,
  sum: 148,
  kind: 156,
  magic: 257,
} as const;
const FILE = "0";
/** A header that says more about the next file: here its whole name, of any length and in any letters. */
const MORE = "x";

interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

export function tarOf(files: readonly NamedFile[]): Blob {
  const parts = files.flatMap(({ name, file }) => {
    const record = namedRecord(name);
    return [
      header(MORE, record.length),
      record,
      padding(record.length),
      header(FILE, file.size),
      file,
      padding(file.size),
    ];
  });
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}

/** `LENGTH path=NAME`, where the length counts itself. */
function namedRecord(name: string): Uint8Array<ArrayBuffer> {
  const rest = new TextEncoder().encode(` path=${name}\n`);
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return new Uint8Array([...new TextEncoder().encode(String(length)), ...rest]);
}

function header(kind: string, size: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => block.set(new TextEncoder().encode(text), at);
  put(AT.name, "file");
  put(AT.mode, "0000644\0");
  put(AT.owner, "0000000\0");
  put(AT.group, "0000000\0");
  put(AT.size, `${size.toString(8).padStart(11, "0")}\0`);
  put(AT.time, "00000000000\0");
  put(AT.sum, " ".repeat(8));
  put(AT.kind, kind);
  put(AT.magic, "ustar\x0000");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(AT.sum, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

function padding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}
