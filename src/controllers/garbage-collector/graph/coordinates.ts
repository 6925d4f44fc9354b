import { LRUCache } from 'lru-cache';

/** apiVersion and kind. Most are shared: there are few, and references to each are many. */
export interface TypeName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The identity of an object that a reference may mean, or that an informer has shown. */
export interface Coordinates {
  readonly type: TypeName;
  /** "" for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A reference to an owner, without a namespace: an owner is in that of its dependent, or in none. */
export interface Reference extends Omit<Coordinates, 'namespace'> {
  /** An owner that is deleted in the foreground waits for the dependent. */
  readonly isBlocking: boolean;
  readonly controller: boolean | undefined;
}

const shared = new LRUCache<string, TypeName>({ max: 2_000 });

export function typeName(apiVersion: string, kind: string): TypeName {
  const key = `${apiVersion}\0${kind}`;
  let type = shared.get(key);
  if (type === undefined) shared.set(key, (type = { apiVersion, kind }));
  return type;
}

export const isSameType = (a: TypeName, b: TypeName): boolean =>
  a === b || (a.apiVersion === b.apiVersion && a.kind === b.kind);

/** Whether a reference says what the object is, but for its namespace. */
export const isReferenceTo = (reference: Omit<Coordinates, 'namespace'>, object: Coordinates): boolean =>
  reference.uid === object.uid && reference.name === object.name && isSameType(reference.type, object.type);

export const isSame = (a: Coordinates, b: Coordinates): boolean =>
  a.namespace === b.namespace && isReferenceTo(a, b);

export const within = (
  { type, name, uid }: Omit<Coordinates, 'namespace'>,
  namespace: string,
): Coordinates => ({
  type,
  namespace,
  name,
  uid,
});

/** Orders by kind, apiVersion, namespace, name and uid. */
export function compare(a: Coordinates, b: Coordinates): number {
  const fields = (of: Coordinates): string[] => [
    ...[of.type.kind, of.type.apiVersion, of.namespace, of.name, of.uid],
  ];
  const others = fields(b);
  for (const [index, field] of fields(a).entries()) {
    const other = others[index]!;
    if (field !== other) return field < other ? -1 : 1;
  }
  return 0;
}

/** `[v1/Pod, namespace: default, name: web, uid: 1234]` */
export const coordinatesText = ({ type, namespace, name, uid }: Coordinates): string =>
  `[${type.apiVersion}/${type.kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
