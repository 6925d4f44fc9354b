import { randomBytes } from 'node:crypto';
import sodium from 'libsodium-wrappers';
import { TransformError } from '../transformer.ts';
import { type Cipher, tooShort } from './cipher.ts';

const nonceSize = 24;
const tagSize = 16;

/** Loads the library first: it is compiled for the processor when it is needed. */
export async function loadSecretbox(): Promise<typeof secretbox> {
  await sodium.ready;
  return secretbox;
}

/** Nonce + NaCl's secretbox: Poly1305 tag + XSalsa20 ciphertext. The key in the store is no part of it. */
function secretbox(secret: Buffer, random: (bytes: number) => Buffer = randomBytes): Cipher {
  return {
    encrypt: (value) => {
      const nonce = random(nonceSize);
      return Buffer.concat([nonce, sodium.crypto_secretbox_easy(value, nonce, secret)]);
    },
    decrypt: (payload) => {
      if (payload.length < nonceSize + tagSize) throw new TransformError(tooShort);
      const nonce = payload.subarray(0, nonceSize);
      try {
        const value = sodium.crypto_secretbox_open_easy(payload.subarray(nonceSize), nonce, secret);
        return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      } catch (cause) {
        // The text of the NaCl library that other servers say it with, though it is about the tag.
        throw new TransformError('output array was not large enough for encryption', { cause });
      }
    },
  };
}
