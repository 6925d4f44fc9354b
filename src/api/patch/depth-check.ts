import { isDeeperThan, maxDepth } from '../json/depth.ts';
import { PatchError } from './patch-error.ts';

export const tooDeep = (): PatchError => new PatchError('Malformed', 'exceeded max depth');

/** Throws PatchError when arrays and maps lie in each other deeper than an object may have them. */
export function requireDepth(value: unknown): void {
  if (isDeeperThan(maxDepth, value)) throw tooDeep();
}
