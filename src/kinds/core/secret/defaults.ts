import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';

/** stringData is how clients write without encoding: it goes over data, and is never kept or shown. */
export function applyDefaults(secret: CoreV1Secret): void {
  if (secret.stringData === undefined) return;
  const encoded = Object.entries(secret.stringData).map(([key, text]) => [
    key,
    Buffer.from(text, 'utf8').toString('base64'),
  ]);
  // Pairs, not assignments: `__proto__` is a key like any other.
  secret.data = Object.fromEntries([...Object.entries(secret.data ?? {}), ...encoded]);
  delete secret.stringData;
}
