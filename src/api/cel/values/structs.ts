import { ArrayList, EntryMap } from './collections.ts';
import { NamedFields } from './named-fields.ts';
import { CelError, type CelValue, Duration, Timestamp, Uint } from './value.ts';

/** An object that an expression made of a literal. */
export class StructValue extends NamedFields<CelValue> {
  get(key: CelValue): CelValue | undefined {
    return this.fields.get(key as string);
  }
}

type Fields = ReadonlyMap<string, CelValue>;

const wrapper =
  (zero: CelValue, max?: readonly [string, bigint, bigint]) =>
  (fields: Fields): CelValue => {
    const value = fields.get('value') ?? zero;
    if (max === undefined) return value;
    const [name, least, most] = max;
    const number = value instanceof Uint ? value.value : (value as bigint);
    if (number >= least && number <= most) return value;
    const sign = value instanceof Uint ? 'unsigned ' : '';
    throw new CelError(
      `field type conversion error for google.protobuf.${name}.value value type: ${sign}integer overflow`,
    );
  };

/** Messages that stand for plain values, by their names without `google.protobuf.`. */
const constructors: Readonly<Record<string, (fields: Fields) => CelValue>> = {
  BoolValue: wrapper(false),
  BytesValue: wrapper(new Uint8Array()),
  DoubleValue: wrapper(0),
  FloatValue: wrapper(0),
  Int32Value: wrapper(0n, ['Int32Value', -(2n ** 31n), 2n ** 31n - 1n]),
  Int64Value: wrapper(0n),
  StringValue: wrapper(''),
  UInt32Value: wrapper(new Uint(0n), ['UInt32Value', 0n, 2n ** 32n - 1n]),
  UInt64Value: wrapper(new Uint(0n)),
  ListValue: (fields) => fields.get('values') ?? ArrayList.empty,
  Struct: (fields) => fields.get('fields') ?? new EntryMap(),
  Duration: (fields) => new Duration(nanosecondsOf(fields)),
  Timestamp: (fields) => Timestamp.of(nanosecondsOf(fields)),
  Value: (fields) => [...fields.values()][0] ?? null,
};

function nanosecondsOf(fields: Fields): bigint {
  const part = (name: string): bigint => (fields.get(name) as bigint | undefined) ?? 0n;
  return part('seconds') * 1_000_000_000n + part('nanos');
}

/** All that makes a value of a literal of a well-known type. */
export function constructorOf(name: string): ((fields: Fields) => CelValue) | undefined {
  const short = name.replace(/^google\.protobuf\./, '');
  return short !== name && Object.hasOwn(constructors, short) ? constructors[short] : undefined;
}
