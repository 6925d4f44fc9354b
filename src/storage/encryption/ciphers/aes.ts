/** The AES algorithm of a mode for a key of 16, 24 or 32 bytes. */
export function aesName<Mode extends 'cbc' | 'gcm'>(
  secret: Buffer,
  mode: Mode,
): `aes-${128 | 192 | 256}-${Mode}` {
  return `aes-${(secret.length * 8) as 128 | 192 | 256}-${mode}`;
}
