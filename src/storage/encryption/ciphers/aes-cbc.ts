import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { TransformError } from '../transformer.ts';
import { aesName } from './aes.ts';
import { type Cipher, tooShort } from './cipher.ts';

const blockSize = 16;

/**
 * IV + AES-CBC with PKCS#7 padding: 1 to 16 bytes, each with their number. Nothing in it tells a changed value from
 * one that was written, but for its padding.
 */
export function aesCbc(secret: Buffer, random: (bytes: number) => Buffer = randomBytes): Cipher {
  const algorithm = aesName(secret, 'cbc');
  // The bytes themselves would be made into one for each value, at three times the cost of encrypting it.
  const secretKey = createSecretKey(secret);
  return {
    encrypt: (value) => {
      const iv = random(blockSize);
      const cipher = createCipheriv(algorithm, secretKey, iv);
      return Buffer.concat([iv, cipher.update(value), cipher.final()]);
    },
    decrypt: (payload) => {
      if (payload.length < blockSize) throw new TransformError(tooShort);
      if (payload.length % blockSize !== 0)
        throw new TransformError('the stored data is not a multiple of the block size');
      const cipher = createDecipheriv(algorithm, secretKey, payload.subarray(0, blockSize));
      cipher.setAutoPadding(false);
      return withoutPadding(cipher.update(payload.subarray(blockSize)));
    },
  };
}

function withoutPadding(padded: Buffer): Buffer {
  const length = padded.at(-1) ?? 0;
  if (length === 0 || length > padded.length)
    throw new TransformError('invalid PKCS7 data (empty or not padded)');
  const end = padded.length - length;
  for (let at = end; at < padded.length; at++)
    if (padded[at] !== length) throw new TransformError('invalid padding on input');
  return padded.subarray(0, end);
}
