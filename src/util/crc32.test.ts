import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineCrc32 } from './crc32.ts';

it('combineCrc32 is the CRC-32 of the concatenated texts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 5000 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]));
      expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(whole);
    }),
  );
});
