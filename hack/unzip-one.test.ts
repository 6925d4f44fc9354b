import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fileOf } from './unzip-one.ts';

/** An archive with files that are packed or not. */
function archiveOf(...files: [name: string, content: string, method: number][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content, method] of files) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    common.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const archive = archiveOf(
  ['a/', '', 0],
  ['a/plain', 'as it is', 0],
  ['a/packed', 'x'.repeat(1_000), 8],
  ['odd', 'y', 12],
);

test.each([
  ['a/plain', 'as it is'],
  ['a/packed', 'x'.repeat(1_000)],
])('%s is taken out of an archive', (name, content) => {
  expect(fileOf(archive, name).toString()).toBe(content);
});

test.each([
  [archive, 'b', 'there is no b in the archive'],
  [archive, 'odd', 'odd is packed by method 12'],
  [Buffer.from('text'), 'a', 'this is no zip archive'],
])('what cannot be taken out is an error %#', (from, name, message) => {
  expect(() => fileOf(from, name)).toThrow(message);
});
