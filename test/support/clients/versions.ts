import { createHash } from 'node:crypto';

/** A digest of which object has which version, in whatever order they came. */
export function digestOf(versions: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [key, version] of [...versions].sort()) hash.update(`${key} ${version}\n`);
  return hash.digest('hex');
}
