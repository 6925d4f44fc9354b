import type { Dialect } from '../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';

/** The annotation by which volumes and claims named their class before there was a field. */
export const classAnnotation = ({ label }: Dialect): string => `volume.beta.${label}/storage-class`;

export function warnOfOldClass({ annotations = {} }: MetaV1ObjectMeta, dialect: Dialect): string[] {
  const name = classAnnotation(dialect);
  if (annotations[name] === undefined) return [];
  return [`metadata.annotations[${name}]: deprecated since v1.8; use "storageClassName" attribute instead`];
}
