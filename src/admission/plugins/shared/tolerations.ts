import { entityTooLarge } from '../../../api/meta/status.ts';
import type { CoreV1Toleration } from '../../../api/schema/types.gen.ts';

const secondsOf = ({ tolerationSeconds }: CoreV1Toleration): number | undefined =>
  tolerationSeconds === undefined || tolerationSeconds === null ? undefined : Number(tolerationSeconds);

/** An absent field and an empty one mean the same. */
export const isSameToleration = (one: CoreV1Toleration, other: CoreV1Toleration): boolean =>
  (one.key ?? '') === (other.key ?? '') &&
  (one.operator ?? '') === (other.operator ?? '') &&
  (one.value ?? '') === (other.value ?? '') &&
  (one.effect ?? '') === (other.effect ?? '') &&
  secondsOf(one) === secondsOf(other);

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

/** Comparisons of tolerations for one pod: some 20 ms. Of one key there are a handful as a rule. */
const maxLooks = 250_000;

/** Tolerations by key: what covers one has its key, or none at all. Throws RequestEntityTooLarge for too many alike. */
export class TolerationIndex {
  readonly #byKey = new Map<string, { toleration: CoreV1Toleration; index: number }[]>();
  #looks = 0;

  constructor(tolerations: readonly CoreV1Toleration[] = []) {
    for (const [index, toleration] of tolerations.entries()) this.add(toleration, index);
  }

  add(toleration: CoreV1Toleration, index: number): void {
    const key = toleration.key ?? '';
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, [{ toleration, index }]);
    else known.push({ toleration, index });
  }

  /** Whether one that stands at `from` or behind covers it; `alike`: one that is the same does as well. */
  covers(narrow: CoreV1Toleration, { from = 0, alike = true } = {}): boolean {
    const key = narrow.key ?? '';
    return this.#someOf(key, narrow, from, alike) || (key !== '' && this.#someOf('', narrow, from, alike));
  }

  #someOf(key: string, narrow: CoreV1Toleration, from: number, alike: boolean): boolean {
    const all = this.#byKey.get(key) ?? [];
    // They stand in order of their index: those before are few looks away, from the end.
    for (let at = all.length - 1; at >= 0 && all[at]!.index >= from; at--) {
      if (++this.#looks > maxLooks) throw entityTooLarge('too many tolerations of one key');
      const { toleration } = all[at]!;
      if (covers(toleration, narrow) && (alike || !isSameToleration(toleration, narrow))) return true;
    }
    return false;
  }
}

/** Both lists as one, without those that another one covers; of two that are alike the first stays. */
export function mergeTolerations(
  first: readonly CoreV1Toleration[],
  second: readonly CoreV1Toleration[],
): CoreV1Toleration[] {
  const all = [...first, ...second];
  const later = new TolerationIndex(all);
  const merged: CoreV1Toleration[] = [];
  const kept = new TolerationIndex();
  for (const [index, toleration] of all.entries()) {
    if (kept.covers(toleration) || later.covers(toleration, { from: index + 1, alike: false })) continue;
    kept.add(toleration, merged.length);
    merged.push(toleration);
  }
  return merged;
}
