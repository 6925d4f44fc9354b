/** One block of a PEM file. */
export interface PemBlock {
  label: string;
  headers: boolean;
  bytes: Buffer;
}

const begin = /^-----BEGIN ([^\n]*?)-----[ \t]*\r?$/m;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The blocks of a PEM text, in order. What stands between them is not looked at. */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let rest = text;
  for (let start = begin.exec(rest); start !== null; start = begin.exec(rest)) {
    const [line, label = ''] = start;
    const body = rest.slice(start.index + line.length);
    const end = `\n-----END ${label}-----`;
    const at = body.indexOf(end);
    const block = at === -1 ? undefined : blockOf(label, body.slice(0, at));
    if (block !== undefined) blocks.push(block);
    rest = block === undefined ? body : body.slice(at + end.length);
  }
  return blocks;
}

/** Headers are lines `Name: value` before the data. */
function blockOf(label: string, body: string): PemBlock | undefined {
  const lines = body.split('\n').map((line) => line.trim());
  const headers = lines.filter((line) => line.includes(':'));
  const data = lines.filter((line) => !line.includes(':')).join('');
  if (data.length % 4 !== 0 || !base64.test(data)) return undefined;
  return { label, headers: headers.length > 0, bytes: Buffer.from(data, 'base64') };
}
