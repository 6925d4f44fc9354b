import { isDeepStrictEqual } from 'node:util';
import type { CoreV1Toleration } from '../../../api/schema/types.gen.ts';

const secondsOf = ({ tolerationSeconds }: CoreV1Toleration): number | undefined =>
  tolerationSeconds === undefined || tolerationSeconds === null ? undefined : Number(tolerationSeconds);

/** In one form: an absent field and an empty one mean the same. */
const plain = (toleration: CoreV1Toleration): unknown[] => [
  toleration.key ?? '',
  toleration.operator ?? '',
  toleration.value ?? '',
  toleration.effect ?? '',
  secondsOf(toleration),
];

export const isSameToleration = (one: CoreV1Toleration, other: CoreV1Toleration): boolean =>
  isDeepStrictEqual(plain(one), plain(other));

/** Whether the wide one tolerates all that the narrow one does. */
export function covers(wide: CoreV1Toleration, narrow: CoreV1Toleration): boolean {
  if (isSameToleration(wide, narrow)) return true;
  // No key with Exists stands for every key.
  const anyKey = !wide.key && wide.operator === 'Exists';
  if (!anyKey && (wide.key ?? '') !== (narrow.key ?? '')) return false;
  if (wide.effect && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && secondsOf(wide) !== undefined) {
    const seconds = secondsOf(narrow);
    if (seconds === undefined || seconds > secondsOf(wide)!) return false;
  }
  if (wide.operator === 'Exists') return true;
  if (wide.operator && wide.operator !== 'Equal') return false;
  return narrow.operator === 'Equal' && (narrow.value ?? '') === (wide.value ?? '');
}

/** Both lists as one, without those that another one covers; of two that are alike the first stays. */
export function mergeTolerations(
  first: readonly CoreV1Toleration[],
  second: readonly CoreV1Toleration[],
): CoreV1Toleration[] {
  const all = [...first, ...second];
  const merged: CoreV1Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    if (merged.some((kept) => covers(kept, toleration))) continue;
    const later = all.slice(index + 1);
    if (later.some((other) => covers(other, toleration) && !isSameToleration(other, toleration))) continue;
    merged.push(toleration);
  }
  return merged;
}
