import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';

/** The release from which on policies can be read from files, which have names of their own. */
const since = '1.36';

/** Warns of a name that is kept for objects in files. */
export function staticNameWarnings<T extends { metadata: { name?: string } }>({
  dialect,
  gates,
}: KindDependencies): Pick<KindRules<T>, 'warnings'> {
  if (!gates.isIn(since)) return {};
  const suffix = `.static.${dialect.api}`;
  const text = `metadata.name: names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;
  return { warnings: ({ metadata: { name = '' } }) => (name.endsWith(suffix) ? [text] : []) };
}
