import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { TransformError } from '../transformer.ts';
import { aesName } from './aes.ts';
import { type Cipher, tooShort } from './cipher.ts';

const nonceSize = 12;
const tagSize = 16;

/** Nonce + AES-GCM ciphertext + tag; the key in the store is authenticated with it. */
export function aesGcm(secret: Buffer, random: (bytes: number) => Buffer = randomBytes): Cipher {
  const algorithm = aesName(secret, 'gcm');
  // The bytes themselves would be made into one for each value, at three times the cost of encrypting it.
  const secretKey = createSecretKey(secret);
  return {
    encrypt: (value, key) => {
      const nonce = random(nonceSize);
      const cipher = createCipheriv(algorithm, secretKey, nonce, { authTagLength: tagSize });
      cipher.setAAD(Buffer.from(key));
      const encrypted = cipher.update(value);
      cipher.final();
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]);
    },
    decrypt: (payload, key) => {
      if (payload.length < nonceSize) throw new TransformError(tooShort);
      if (payload.length < nonceSize + tagSize) throw unauthentic();
      const cipher = createDecipheriv(algorithm, secretKey, payload.subarray(0, nonceSize), {
        authTagLength: tagSize,
      });
      cipher.setAAD(Buffer.from(key));
      cipher.setAuthTag(payload.subarray(-tagSize));
      const value = cipher.update(payload.subarray(nonceSize, -tagSize));
      try {
        cipher.final();
      } catch (cause) {
        throw unauthentic(cause);
      }
      return value;
    },
  };
}

const unauthentic = (cause?: unknown): TransformError =>
  new TransformError('cipher: message authentication failed', { cause });
