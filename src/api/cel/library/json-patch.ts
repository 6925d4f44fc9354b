import type { FunctionDeclaration } from '../types/overloads.ts';
import { dynType, type ObjectType, objectType, stringType, type Type } from '../types/types.ts';
import { declare, plain, traversal } from './declare.ts';

const fields: Readonly<Record<string, Type>> = {
  op: stringType,
  path: stringType,
  from: stringType,
  value: dynType,
};

/** The type of a field that there is not: nothing fits it. */
const noField = objectType('', {});

/** One step of a JSON patch, which expressions write as a literal. */
export const jsonPatchType: ObjectType = {
  kind: 'object',
  name: 'JSONPatch',
  isLiteral: true,
  field: (name) => (Object.hasOwn(fields, name) ? fields[name] : noField),
};

export const jsonPatchFunctions: readonly FunctionDeclaration[] = [
  declare(
    'jsonpatch.escapeKey',
    plain(
      [stringType],
      stringType,
      ([key]) => (key as string).replaceAll('~', '~0').replaceAll('/', '~1'),
      traversal(),
    ),
  ),
];
