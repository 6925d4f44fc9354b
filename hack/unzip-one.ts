/** `node unzip-one.ts ARCHIVE NAME TARGET`: writes one file of a zip archive. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const entrySignature = 0x02014b50;
const stored = 0;
const deflated = 8;

/** A file of an archive; throws where there is none of the name, or it is packed in another way than usual. */
export function fileOf(archive: Buffer, name: string): Buffer {
  for (const entry of entriesOf(archive)) {
    if (entry.name !== name) continue;
    // The header before the data has lengths of its own.
    const begin =
      entry.header + 30 + archive.readUInt16LE(entry.header + 26) + archive.readUInt16LE(entry.header + 28);
    const packed = archive.subarray(begin, begin + entry.packedLength);
    if (entry.method === stored) return packed;
    if (entry.method === deflated) return inflateRawSync(packed);
    throw new Error(`${name} is packed by method ${entry.method}`);
  }
  throw new Error(`there is no ${name} in the archive`);
}

/** The directory stands at the end of an archive. */
function* entriesOf(archive: Buffer) {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1) throw new Error('this is no zip archive');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== entrySignature)
      throw new Error('the directory of the archive is broken');
    const nameLength = archive.readUInt16LE(at + 28);
    yield {
      method: archive.readUInt16LE(at + 10),
      packedLength: archive.readUInt32LE(at + 20),
      header: archive.readUInt32LE(at + 42),
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
    };
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [archive = '', name = '', target = ''] = process.argv.slice(2);
  writeFileSync(target, fileOf(readFileSync(archive), name));
}
