/** One key of one algorithm. Both methods may throw TransformError; `key` is the full key in the store. */
export interface Cipher {
  encrypt(value: Buffer, key: string): Buffer;
  decrypt(payload: Buffer, key: string): Buffer;
}

export const tooShort = 'the stored data was shorter than the required size';
