import type { JsonMap } from '../api/json/json-values.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { KindRules } from './kind-rules.ts';

/**
 * The subtrees of a stored object that an object patched from it may share, as the `known` of a Normalizer: everything
 * below the sections (spec, status and the like) that stays as it is, and managedFields. Most patches touch next to
 * nothing, and a shared subtree needs neither a copy nor a comparison. The patched object has sections and metadata of
 * its own, because the server and its plugins set fields there. Deeper fields are replaced by a changed copy, for the
 * stored object is never changed (`util/freeze-in-tests.ts` makes sure in tests). Undefined for a kind that does not
 * share: it gets copies of everything.
 *
 * Example: {metadata: M, spec: {containers: C}} has {metadata: {managedFields: ...}, spec: {containers: C}} to share.
 */
export function reusableSubtrees(
  { sharesNestedFields }: Pick<KindRules, 'sharesNestedFields'>,
  stored: ApiObject,
): JsonMap | undefined {
  if (!sharesNestedFields) return undefined;
  const parts: JsonMap = {};
  for (const name of Object.keys(stored)) parts[name] = ownSection(stored[name]);
  return { ...parts, metadata: { managedFields: stored.metadata.managedFields } };
}

/** A shallow copy: the section can be changed in place, its fields are still those of the stored object. */
function ownSection(section: unknown): unknown {
  if (Array.isArray(section)) return [...section];
  return typeof section === 'object' && section !== null ? { ...section } : section;
}
