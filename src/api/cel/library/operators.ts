import { noSuchOverload } from '../evaluate/step.ts';
import type { FunctionDeclaration, Implementation, Overload, RunCost } from '../types/overloads.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  parameter,
  stringType,
  type Type,
  timestampType,
  uintType,
} from '../types/types.ts';
import { arithmetic, minus, negated, plus } from '../values/arithmetic.ts';
import { ListValue, MapValue } from '../values/collections.ts';
import { equals } from '../values/equality.ts';
import { compare } from '../values/order.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { declare, declareWith, method, plain } from './declare.ts';

const A = parameter('A');
const B = parameter('B');
const listOfA = listOf(A);
const mapOfAB = mapOf(A, B);

/** The size of both. */
const bothSizes: RunCost = (sizes) => Math.ceil((sizes[0]! + sizes[1]!) * 0.1);
const smallerSize: RunCost = (sizes) => Math.ceil(Math.min(sizes[0]!, sizes[1]!) * 0.1);

const numbers: readonly Type[] = [intType, uintType, doubleType];
const same = (types: readonly Type[], cost?: RunCost): Overload[] =>
  types.map((type) => plain([type, type], type, undefined, cost));

/** An operator of two operands. Values that it does not have at all are an error that names it. */
function binary(
  name: string,
  call: (a: CelValue, b: CelValue) => CelValue,
  ...overloads: Overload[]
): FunctionDeclaration {
  return declareWith(
    name,
    ([a, b]) => {
      if (a === null || typeof a === 'boolean') throw noOverloadOf(name);
      return call(a!, b!);
    },
    ...overloads,
  );
}

const noOverloadOf = (name: string): CelError => new CelError(`no such overload: ${name}`);

const sums = declareWith(
  '_+_',
  ([a, b], budget) => {
    if (a === null || typeof a === 'boolean') throw noOverloadOf('_+_');
    return plus(a!, b!, budget);
  },
  ...same([bytesType], bothSizes),
  ...same([doubleType]),
  ...same([durationType]),
  plain([durationType, timestampType], timestampType),
  plain([timestampType, durationType], timestampType),
  ...same([intType]),
  plain([listOfA, listOfA], listOfA),
  ...same([stringType], bothSizes),
  ...same([uintType]),
);

const differences = binary(
  '_-_',
  minus,
  ...same([doubleType, durationType, intType]),
  plain([timestampType, durationType], timestampType),
  plain([timestampType, timestampType], durationType),
  ...same([uintType]),
);

const arithmetics = [
  binary('_*_', (a, b) => arithmetic('*', a, b), ...same(numbers)),
  binary('_/_', (a, b) => arithmetic('/', a, b), ...same(numbers)),
  binary('_%_', (a, b) => arithmetic('%', a, b), ...same([intType, uintType])),
  declareWith('-_', ([a]) => negated(a!), plain([doubleType], doubleType), plain([intType], intType)),
];

function comparison(name: string, isSo: (order: number) => boolean): FunctionDeclaration {
  const call: Implementation = ([a, b]) => {
    if (a === null) throw noOverloadOf(name);
    return isSo(compare(a!, b!));
  };
  const mixed = numbers.flatMap((left) =>
    numbers.filter((right) => right !== left).map((right) => [left, right]),
  );
  const overloads = [
    plain([boolType, boolType], boolType),
    ...numbers.map((type) => plain([type, type], boolType)),
    ...mixed.map((types) => plain(types, boolType)),
    plain([stringType, stringType], boolType, undefined, smallerSize),
    plain([bytesType, bytesType], boolType, undefined, smallerSize),
    plain([timestampType, timestampType], boolType),
    plain([durationType, durationType], boolType),
  ];
  return declareWith(name, call, ...overloads);
}

const contains: Implementation = ([item, range], budget) => {
  if (range instanceof MapValue) return range.has(item!);
  if (!(range instanceof ListValue)) throw noSuchOverload();
  for (let at = 0; at < range.length; at++) if (equals(item!, range.at(at), budget)) return true;
  return false;
};

/** Those that are worked out elsewhere: they look at their operands one after another. */
const structural = [
  declare('_&&_', plain([boolType, boolType], boolType)),
  declare('_||_', plain([boolType, boolType], boolType)),
  declare('!_', plain([boolType], boolType)),
  declare('_?_:_', plain([boolType, A, A], A)),
  declare('_==_', plain([A, A], boolType)),
  declare('_!=_', plain([A, A], boolType)),
  declare('@not_strictly_false', plain([boolType], boolType)),
  declare('_[_]', plain([listOfA, intType], A), plain([mapOfAB, A], B)),
];

const sizeFunction = declareWith(
  'size',
  ([value]) => {
    if (typeof value === 'string') return BigInt(charactersOf(value));
    if (value instanceof ListValue || value instanceof Uint8Array) return BigInt(value.length);
    if (value instanceof MapValue) return BigInt(value.size);
    throw noOverloadOf('size');
  },
  ...[bytesType, listOfA, mapOfAB, stringType].flatMap((type) => [
    plain([type], intType),
    method([type], intType),
  ]),
);

function charactersOf(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const isIn = declareWith(
  '@in',
  contains,
  plain([A, listOfA], boolType, undefined, (sizes) => sizes[1]!),
  plain([A, mapOfAB], boolType),
);

export const operators: readonly FunctionDeclaration[] = [
  ...structural,
  sums,
  differences,
  ...arithmetics,
  comparison('_<_', (order) => order < 0),
  comparison('_<=_', (order) => order <= 0),
  comparison('_>_', (order) => order > 0),
  comparison('_>=_', (order) => order >= 0),
  isIn,
  sizeFunction,
];

/** Numbers of different types are compared only since a release; before, these overloads are not there. */
export const isMixedComparison = ({ args: [left, right], isMethod }: Overload): boolean =>
  !isMethod && left !== right && numbers.includes(left!) && numbers.includes(right!);
