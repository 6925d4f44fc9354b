import type { FunctionDeclaration } from '../types/overloads.ts';
import { dynType, type ObjectType, objectType, stringType } from '../types/types.ts';
import { declare, plain, traversal } from './declare.ts';

/** One step of a JSON patch, which expressions write as a literal. */
export const jsonPatchType: ObjectType = objectType(
  'JSONPatch',
  { op: stringType, path: stringType, from: stringType, value: dynType },
  true,
);

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
