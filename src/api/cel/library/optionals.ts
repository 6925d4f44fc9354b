import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import { boolType, intType, listOf, mapOf, optionalOf, parameter } from '../types/types.ts';
import { ArrayList, itemsOf, ListValue, MapValue } from '../values/collections.ts';
import { CelError, type CelValue, Duration, OptionalValue, Uint } from '../values/value.ts';
import { declare, method, plain } from './declare.ts';

const K = parameter('K');
const V = parameter('V');
const optional = optionalOf(V);

const of: Implementation = ([value]) => new OptionalValue(value);

/** What counts as nothing: the value that a field has when it was never set. */
function isZero(value: CelValue): boolean {
  if (value instanceof ListValue) return value.length === 0;
  if (value instanceof MapValue) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanoseconds === 0n;
  if (value instanceof OptionalValue) return value.value === undefined;
  return value === null || value === false || value === 0n || value === 0 || value === '';
}

const held = (value: CelValue | undefined): CelValue | undefined => (value as OptionalValue).value;

const dereferenced: Implementation = ([given]) => {
  const value = held(given);
  if (value === undefined) throw new CelError('optional.none() dereference');
  return value;
};

const unwrap: Implementation = ([list]) =>
  new ArrayList(itemsOf(list as ListValue).flatMap((item) => held(item) ?? []));

/** Members of optional values, and members that may be missing. */
const access: readonly FunctionDeclaration[] = [
  declare(
    '_[_]',
    plain([optionalOf(listOf(V)), intType], optional),
    plain([optionalOf(mapOf(K, V)), K], optional),
  ),
  declare(
    '_[?_]',
    plain([listOf(V), intType], optional),
    plain([optionalOf(listOf(V)), intType], optional),
    plain([mapOf(K, V), K], optional),
    plain([optionalOf(mapOf(K, V)), K], optional),
  ),
];

export const optionals: readonly FunctionDeclaration[] = [
  ...access,
  declare('optional.of', plain([V], optional, of)),
  declare(
    'optional.ofNonZeroValue',
    plain([V], optional, ([value]) => (isZero(value!) ? OptionalValue.none : new OptionalValue(value))),
  ),
  declare(
    'optional.none',
    plain([], optional, () => OptionalValue.none),
  ),
  declare('value', method([optional], V, dereferenced)),
  declare(
    'hasValue',
    method([optional], boolType, ([given]) => held(given) !== undefined),
  ),
  declare(
    'or',
    method([optional, optional], optional, ([first, second]) =>
      held(first) === undefined ? second! : first!,
    ),
  ),
  declare(
    'orValue',
    method([optional, V], V, ([first, other]) => held(first) ?? other!),
  ),
  declare('optional.unwrap', plain([listOf(optional)], listOf(V), unwrap)),
  declare('unwrapOpt', method([listOf(optional)], listOf(V), unwrap)),
];
