import type { FunctionDeclaration } from '../types/overloads.ts';
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  type ObjectType,
  objectType,
  stringType,
  type Type,
  timestampType,
  typeOfType,
  uintType,
} from '../types/types.ts';
import { conversions } from './conversions.ts';
import { operators } from './operators.ts';
import { matching } from './regex.ts';
import { basicStrings } from './strings.ts';
import { timeFunctions } from './times.ts';

/** Functions that every environment has. */
export const standardFunctions: readonly FunctionDeclaration[] = [
  ...operators,
  ...conversions,
  ...basicStrings,
  ...matching,
  ...timeFunctions,
];

/** Types that every expression can name. */
export const standardTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', boolType],
  ['int', intType],
  ['uint', uintType],
  ['double', doubleType],
  ['string', stringType],
  ['bytes', bytesType],
  ['list', listOf(dynType)],
  ['map', mapOf(dynType, dynType)],
  ['null_type', nullType],
  ['type', typeOfType()],
  ['google.protobuf.Any', anyType],
  ['google.protobuf.Duration', durationType],
  ['google.protobuf.Timestamp', timestampType],
]);

/** Messages that stand for plain values: the literal has fields, its type is that of the value. */
const wrappers: Readonly<Record<string, Type>> = {
  BoolValue: boolType,
  BytesValue: bytesType,
  DoubleValue: doubleType,
  FloatValue: doubleType,
  Int32Value: intType,
  Int64Value: intType,
  StringValue: stringType,
  UInt32Value: uintType,
  UInt64Value: uintType,
};

const messages: readonly ObjectType[] = [
  ...Object.entries(wrappers).map(([name, value]) => objectType(`google.protobuf.${name}`, { value }, true)),
  objectType('google.protobuf.ListValue', { values: listOf(dynType) }, true),
  objectType('google.protobuf.Struct', { fields: mapOf(stringType, dynType) }, true),
  objectType(
    'google.protobuf.Value',
    {
      null_value: nullType,
      number_value: doubleType,
      string_value: stringType,
      bool_value: boolType,
      struct_value: mapOf(stringType, dynType),
      list_value: listOf(dynType),
    },
    true,
  ),
];

const byName = new Map(messages.map((message) => [message.name, message]));

export const standardLiterals = (name: string): ObjectType | undefined => byName.get(name);

/** The type of a literal of a well-known message: that of the value which it stands for. */
export function plainTypeOf({ name }: ObjectType): Type | undefined {
  const short = name.replace(/^google\.protobuf\./, '');
  if (short === name) return undefined;
  if (short === 'ListValue') return listOf(dynType);
  if (short === 'Struct') return mapOf(stringType, dynType);
  return short === 'Value' ? dynType : wrappers[short];
}
