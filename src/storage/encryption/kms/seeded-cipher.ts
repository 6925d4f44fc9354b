import { createHmac, randomBytes } from 'node:crypto';
import { aesGcm } from '../ciphers/aes-gcm.ts';
import { type Cipher, tooShort } from '../ciphers/cipher.ts';
import { TransformError } from '../transformer.ts';

const infoSize = 32;

/**
 * AES-256-GCM under a key of its own for each value, which a random info and the seed give: info + nonce + ciphertext +
 * tag. So no number of values under one seed is too many for random nonces.
 */
export function seededCipher(seed: Buffer, random: (bytes: number) => Buffer = randomBytes): Cipher {
  return {
    encrypt: (value, key) => {
      const info = random(infoSize);
      return Buffer.concat([info, aesGcm(expand(seed, info), random).encrypt(value, key)]);
    },
    decrypt: (payload, key) => {
      if (payload.length < infoSize) throw new TransformError(tooShort);
      const secret = expand(seed, payload.subarray(0, infoSize));
      return aesGcm(secret).decrypt(payload.subarray(infoSize), key);
    },
  };
}

/** The first block of HKDF-Expand with SHA-256: 32 bytes. */
export function expand(seed: Buffer, info: Buffer): Buffer {
  return createHmac('sha256', seed).update(info).update(Buffer.of(1)).digest();
}
