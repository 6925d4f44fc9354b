import type { FunctionDeclaration } from '../types/overloads.ts';
import { mapOf, parameter } from '../types/types.ts';
import { declare, plain } from './declare.ts';

const K = parameter('K');
const V = parameter('V');
const map = mapOf(K, V);

/** What macros unfold to that make maps; no expression can name it, and it is worked out in its place. */
export const mapInsertion: readonly FunctionDeclaration[] = [
  declare('cel.@mapInsert', plain([map, map], map), plain([map, K, V], map)),
];
