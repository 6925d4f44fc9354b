import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';

/** The release from which on policies can be read from files, which have names of their own. */
const since = '1.36';

/** Warns of a name that is kept for objects in files. Where such objects are read, new ones are refused instead. */
export function staticNameWarnings<T extends { metadata: { name?: string } }>({
  dialect,
  gates,
}: KindDependencies): Pick<KindRules<T>, 'warnings'> {
  if (!gates.isIn(since)) return {};
  const suffix = `.static.${dialect.api}`;
  const text = `metadata.name: names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;
  const isRefused = gates.isOn('ManifestBasedAdmissionControlConfig');
  const isTold = (name: string, old: T | undefined): boolean =>
    name.endsWith(suffix) && (old !== undefined || !isRefused);
  return { warnings: ({ metadata: { name = '' } }, old) => (isTold(name, old) ? [text] : []) };
}
