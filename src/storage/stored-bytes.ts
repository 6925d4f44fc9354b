/**
 * The bytes of an object: as they are stored (canonical JSON without a resourceVersion, which is the store's
 * to give) and as they are served (with it). Going from one to the other is a splice, not a parse.
 *
 * stored: {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","uid":"u","creationTimestamp":…
 * served: {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","uid":"u","resourceVersion":"7","creationTimestamp":…
 *
 * A search for a key with its quotes cannot hit the inside of a string: quotes are escaped there. And metadata
 * is the first field after kind and apiVersion, its uid before anything of a client's choice but names.
 */

const metadataKey = Buffer.from('"metadata":{');
const uidKey = Buffer.from('"uid":"');
const versionKey = Buffer.from('"resourceVersion":"');
const quote = 0x22;
const closingBrace = 0x7d;
const openingBracket = 0x5b;
const lineFeed = 0x0a;

/** The bytes to serve. */
export function withResourceVersion(stored: Buffer, revision: number): Buffer {
  const { at, text } = versionIn(stored, revision);
  // Slow: the bytes stay in the cache, and a slice of a pool would keep the whole pool.
  const line = Buffer.allocUnsafeSlow(stored.length + text.length + 1);
  line[line.length - 1] = lineFeed;
  const result = line.subarray(0, -1);
  stored.copy(result, 0, 0, at);
  result.write(text, at, 'latin1');
  stored.copy(result, at + text.length, at);
  return result;
}

/** Whether these are the bytes to serve, which are not put together for it. */
export function isServedAs(served: Buffer, stored: Buffer, revision: number): boolean {
  const { at, text } = versionIn(stored, revision);
  const behind = at + text.length;
  return (
    served.length === stored.length + text.length &&
    served.compare(stored, 0, at, 0, at) === 0 &&
    served.toString('latin1', at, behind) === text &&
    served.compare(stored, at, stored.length, behind) === 0
  );
}

/** The resourceVersion and where in the stored bytes it belongs. */
function versionIn(stored: Buffer, revision: number): { at: number; text: string } {
  const start = metadataStart(stored);
  const afterUid = uidEnd(stored, start);
  const field = `"resourceVersion":"${revision}"`;
  if (afterUid !== -1) return { at: afterUid, text: `,${field}` };
  return { at: start, text: stored[start] === closingBrace ? field : `${field},` };
}

function metadataStart(bytes: Buffer): number {
  const at = bytes.indexOf(metadataKey);
  if (at === -1) throw new Error('an object without metadata');
  return at + metadataKey.length;
}

/** Behind the closing quote of the object's uid; -1 when it has none. */
function uidEnd(bytes: Buffer, start: number): number {
  const at = bytes.indexOf(uidKey, start);
  // Behind the first list of metadata a uid is that of an owner.
  if (at === -1 || bytes.subarray(start, at).includes(openingBracket)) return -1;
  return bytes.indexOf(quote, at + uidKey.length) + 1;
}

/** The bytes with a line feed behind them: those that were made here have one there already. */
export function asLine(json: Buffer): Buffer {
  const { buffer, byteOffset, length } = json;
  if (byteOffset === 0 && buffer.byteLength === length + 1) {
    const line = Buffer.from(buffer as ArrayBuffer);
    if (line[length] === lineFeed) return line;
  }
  return json[length - 1] === lineFeed ? json : Buffer.concat([json, Buffer.of(lineFeed)]);
}

/** Served bytes, at another revision: the last state of a deleted object. */
export function replaceResourceVersion(served: Buffer, revision: number): Buffer {
  const key = served.indexOf(versionKey, served.indexOf(metadataKey));
  const from = key + versionKey.length;
  const to = served.indexOf(quote, from);
  return Buffer.concat([served.subarray(0, from), Buffer.from(String(revision)), served.subarray(to)]);
}

/** Index at which the part of served bytes begins that stands in a list, without its opening brace. */
export function itemStart(served: Buffer): number {
  return served.indexOf(metadataKey);
}
