import type { ObjectMeta } from '../../api/meta/metadata.ts';

/** Namespace and name of an object, as its key says. */
export interface ObjectPlace {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Whether an object does not say where it stands: it lacks its name or namespace, or its key lacks the namespace that
 * every object of its type has. It is served as it is, under the name that its key has. Throws where it says that it is
 * another object.
 */
export function isUnplaced(
  { name, namespace }: Pick<ObjectMeta, 'name' | 'namespace'>,
  place: ObjectPlace,
  isNamespaced: boolean,
): boolean {
  const isOther = (name || place.name) !== place.name;
  const isElsewhere = (namespace || (isNamespaced ? place.namespace : '')) !== place.namespace;
  if (isOther || isElsewhere)
    throw new Error(`it says that it is ${name ?? 'nothing'} of namespace ${namespace || 'none'}`);
  return !name || (isNamespaced && !namespace);
}
