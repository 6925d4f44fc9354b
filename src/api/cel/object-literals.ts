import { dynType, type ObjectType } from './types/types.ts';

/**
 * The types of literals that stand for parts of an object whose schema is not known: any field, of any type, and below
 * `Object.spec` the type `Object.spec.template`.
 *
 *     Object{spec: Object.spec{replicas: 3}}
 */
export function objectLiterals(root = 'Object'): (name: string) => ObjectType | undefined {
  const known = new Map<string, ObjectType>();
  return (name) => {
    if (name !== root && !name.startsWith(`${root}.`)) return undefined;
    const found = known.get(name);
    if (found !== undefined) return found;
    const type: ObjectType = { kind: 'object', name, isLiteral: true, field: () => dynType };
    known.set(name, type);
    return type;
  };
}
