import type { ObjectChange } from '../meta/lister.ts';
import type { ApiObject } from '../meta/metadata.ts';
import type { Dependency, ObjectUsage } from './evaluators/evaluator.ts';

type Usages = ReadonlyMap<string, ObjectUsage>;

/** Names of the objects that may use something else after another object, on which they depend, has changed. */
export function dependents(
  usages: Usages,
  { isOwner }: Dependency,
  { before, after }: ObjectChange<ApiObject>,
): string[] {
  if (!isOwner) return [...usages.keys()];
  const owned = [...usages].filter(([, { owner }]) => owner !== undefined);
  // As a rule there are none, and then nothing is parsed.
  if (owned.length === 0) return [];
  const uid = (after() ?? before())?.metadata.uid;
  return owned.filter(([, { owner }]) => owner === uid).map(([name]) => name);
}

/** Names of the other objects of the same owners: which of them the owner was charged for may have changed. */
export function siblings(usages: Usages, name: string, owners: readonly (string | undefined)[]): string[] {
  const known = owners.filter((owner) => owner !== undefined);
  if (known.length === 0) return [];
  return [...usages]
    .filter(([other, { owner }]) => other !== name && owner !== undefined && known.includes(owner))
    .map(([other]) => other);
}
