import { dynType, type ObjectType, objectType, stringType } from '../cel/types/types.ts';

/** One operation of a JSON patch, as a mutation writes it. */
export const jsonPatchType: ObjectType = objectType(
  'JSONPatch',
  { op: stringType, path: stringType, from: stringType, value: dynType },
  true,
);

/** The fields that a mutation applies: what is in them is checked when they are applied. */
export const applyType: ObjectType = fieldsType('Object');

/** Types of the literals in mutations: `Object.spec` is written for the field `spec`. */
export function mutationLiteral(name: string): ObjectType | undefined {
  if (name === jsonPatchType.name) return jsonPatchType;
  return name === applyType.name || name.startsWith(`${applyType.name}.`) ? fieldsType(name) : undefined;
}

function fieldsType(name: string): ObjectType {
  return { kind: 'object', name, field: () => dynType, isLiteral: true };
}
