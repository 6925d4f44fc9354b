import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { KindRules } from '../kind-rules.ts';

/**
 * What an object that is made of a stored one may have in common with it, as the `known` of a Shaper: everything below
 * its sections (spec, status and the like) that stays as it is, and managedFields. Most changes touch next to
 * nothing, and whoever compares the two sees at once what is the same. The sections themselves are its own, and all of
 * its metadata: that is where the server and its plugins put things. Below that they put a changed copy in place of
 * what is there, for the stored object is never changed (in tests it cannot be: `util/immutable.ts`); kinds that do not
 * share nothing.
 *
 * Example: {metadata: M, spec: {containers: C}} has {metadata: {managedFields: ...}, spec: {containers: C}} to share.
 */
export function reusableSubtrees(
  { mutatesNestedFields }: Pick<KindRules, 'mutatesNestedFields'>,
  stored: ApiObject,
): JsonMap | undefined {
  if (mutatesNestedFields) return undefined;
  const parts: JsonMap = {};
  for (const name of Object.keys(stored)) parts[name] = ownSection(stored[name]);
  return { ...parts, metadata: { managedFields: stored.metadata.managedFields } };
}

/** Nothing that can be changed in place is the same any more, and all that is in it still is. */
function ownSection(section: unknown): unknown {
  if (Array.isArray(section)) return [...section];
  return typeof section === 'object' && section !== null ? { ...section } : section;
}
