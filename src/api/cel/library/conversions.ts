import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  parameter,
  stringType,
  type Type,
  timestampType,
  typeOfType,
  uintType,
} from '../types/types.ts';
import { int, uint } from '../values/arithmetic.ts';
import { doubleText, textOfBytes } from '../values/texts.ts';
import { durationText, parseDuration, parseTimestamp, timestampOf, timestampText } from '../values/times.ts';
import { typeName } from '../values/types.ts';
import {
  CelError,
  type CelValue,
  type Duration,
  type Timestamp,
  TypeValue,
  type Uint,
} from '../values/value.ts';
import { declare, plain, traversal } from './declare.ts';

/** Characters of the longest text that is a number. */
const maxDigits = 400;

/** To read a number, a moment or a span of time. */
const stepsOfNumber = 2;
const stepsOfTime = 8;

const cannotConvert = (from: string, to: string): CelError =>
  new CelError(`type conversion error from '${from}' to '${to}'`);

const from =
  // biome-ignore lint/suspicious/noExplicitAny: overloads are chosen by the types of their arguments
    (convert: (value: any) => CelValue): Implementation =>
    ([value]) =>
      convert(value);

/** Reads something long. */
const reading =
  <T extends string | Uint8Array>(convert: (value: T) => CelValue): Implementation =>
  ([value], budget) => {
    budget.work((value as T).length / 4);
    return convert(value as T);
  };

/** A text that is read. */
const ofText =
  (to: string, read: (text: string) => CelValue | undefined, steps = stepsOfNumber): Implementation =>
  ([given], budget) => {
    const text = given as string;
    budget.work(steps);
    const value = text.length > maxDigits ? undefined : read(text);
    if (value === undefined) throw cannotConvert('string', to);
    return value;
  };

const truths: Readonly<Record<string, boolean>> = {
  1: true,
  t: true,
  T: true,
  true: true,
  TRUE: true,
  True: true,
  0: false,
  f: false,
  F: false,
  false: false,
  FALSE: false,
  False: false,
};

const same: Implementation = ([value]) => value!;

const identity = (type: Type) => plain([type], type, same);

function whole(value: number, min: number, max: number, problem: string): bigint {
  if (Number.isNaN(value) || value <= min || value >= max) throw new CelError(problem);
  return BigInt(Math.trunc(value));
}

function inRange(text: string, min: bigint, max: bigint): bigint | undefined {
  const value = BigInt(text.replace(/^\+/, ''));
  return value < min || value > max ? undefined : value;
}

const readInt = (text: string): bigint | undefined =>
  /^[+-]?\d+$/.test(text) ? inRange(text, -(2n ** 63n), 2n ** 63n - 1n) : undefined;

function readUint(text: string): CelValue | undefined {
  const value = /^\d+$/.test(text) ? inRange(text, 0n, 2n ** 64n - 1n) : undefined;
  return value === undefined ? undefined : uint(value);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function readDouble(text: string): number | undefined {
  if (decimal.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return undefined;
}

const timeName = 'google.protobuf.Timestamp';
const spanName = 'google.protobuf.Duration';

const A = parameter('A');

export const conversions: readonly FunctionDeclaration[] = [
  declare(
    'bool',
    identity(boolType),
    plain(
      [stringType],
      boolType,
      ofText('bool', (text) => (Object.hasOwn(truths, text) ? truths[text] : undefined)),
    ),
  ),
  declare(
    'int',
    identity(intType),
    plain(
      [doubleType],
      intType,
      from((value: number) => whole(value, -(2 ** 63), 2 ** 63, 'integer overflow')),
    ),
    plain(
      [durationType],
      intType,
      from((value: Duration) => value.nanoseconds),
    ),
    plain([stringType], intType, ofText('int', readInt)),
    plain(
      [timestampType],
      intType,
      from(({ nanoseconds }: Timestamp) => secondsOf(nanoseconds)),
    ),
    plain(
      [uintType],
      intType,
      from(({ value }: Uint) => int(value)),
    ),
  ),
  declare(
    'uint',
    identity(uintType),
    plain(
      [doubleType],
      uintType,
      from((value: number) => uint(value === 0 ? 0n : whole(value, 0, 2 ** 64, 'unsigned integer overflow'))),
    ),
    plain([intType], uintType, from(uint)),
    plain([stringType], uintType, ofText('uint', readUint)),
  ),
  declare(
    'double',
    identity(doubleType),
    plain(
      [intType],
      doubleType,
      from((value: bigint) => Number(value)),
    ),
    plain([stringType], doubleType, ofText('double', readDouble)),
    plain(
      [uintType],
      doubleType,
      from(({ value }: Uint) => Number(value)),
    ),
  ),
  declare(
    'string',
    identity(stringType),
    plain([boolType], stringType, from(String)),
    plain([bytesType], stringType, reading(textOfBytes), traversal()),
    plain([doubleType], stringType, from(doubleText)),
    plain([durationType], stringType, from(durationText)),
    plain([intType], stringType, from(String)),
    plain([timestampType], stringType, ([moment], budget) => {
      budget.work(stepsOfTime);
      return timestampText(moment as Timestamp);
    }),
    plain(
      [uintType],
      stringType,
      from(({ value }: Uint) => String(value)),
    ),
  ),
  declare(
    'bytes',
    identity(bytesType),
    plain(
      [stringType],
      bytesType,
      reading((text: string) => new Uint8Array(Buffer.from(text))),
      traversal(),
    ),
  ),
  declare(
    'duration',
    identity(durationType),
    plain(
      [intType],
      durationType,
      from(() => {
        throw cannotConvert('int', spanName);
      }),
    ),
    plain([stringType], durationType, ofText(spanName, parseDuration, stepsOfTime)),
  ),
  declare(
    'timestamp',
    identity(timestampType),
    plain(
      [intType],
      timestampType,
      from((seconds: bigint) => timestampOf(seconds * 1_000_000_000n)),
    ),
    plain([stringType], timestampType, ofText(timeName, parseTimestamp, stepsOfTime)),
  ),
  declare('dyn', plain([A], dynType, same)),
  declare(
    'type',
    plain(
      [A],
      typeOfType(A),
      from((value: CelValue) => new TypeValue(typeName(value))),
    ),
  ),
];

/** Whole seconds, down for moments before 1970. */
function secondsOf(nanoseconds: bigint): bigint {
  const seconds = nanoseconds / 1_000_000_000n;
  return nanoseconds < 0n && nanoseconds % 1_000_000_000n !== 0n ? seconds - 1n : seconds;
}
