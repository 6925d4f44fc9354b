import { equalsOne, isLess } from './comparisons.ts';
import { sprintf } from './printf.ts';
import { FunctionError } from './template-error.ts';
import { isList, isMap, isTrue, memberOf, printText, typeName, type Value, valueText } from './values.ts';

export interface TemplateFunction {
  /** Number of arguments: exactly so many, or at least when it is variadic. */
  readonly count: number;
  readonly isVariadic?: boolean;
  /** The first value has to be a text. */
  readonly takesText?: boolean;
  call(values: readonly Value[]): Value;
}

/** `and` and `or` are the executor's: they leave out what they do not need. */
export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['not', { count: 1, call: ([value]) => !isTrue(value) }],
  ['eq', { count: 1, isVariadic: true, call: equalsOne }],
  ['ne', { count: 2, call: (values) => !equalsOne(values) }],
  ['lt', { count: 2, call: ([a, b]) => isLess(a, b) }],
  ['le', { count: 2, call: ([a, b]) => isLess(a, b) || equalsOne([a, b]) }],
  ['gt', { count: 2, call: ([a, b]) => !isLess(a, b) && !equalsOne([a, b]) }],
  ['ge', { count: 2, call: ([a, b]) => !isLess(a, b) }],
  ['index', { count: 1, isVariadic: true, call: ([value, ...keys]) => keys.reduce(itemOf, value) }],
  ['slice', { count: 1, isVariadic: true, call: ([value, ...ends]) => sliceOf(value, ends) }],
  ['len', { count: 1, call: ([value]) => lengthOf(value) }],
  ['print', { count: 0, isVariadic: true, call: printText }],
  ['println', { count: 0, isVariadic: true, call: (values) => `${values.map(valueText).join(' ')}\n` }],
  [
    'printf',
    {
      count: 1,
      isVariadic: true,
      takesText: true,
      call: ([format, ...values]) => sprintf(format as string, values),
    },
  ],
  ['html', { count: 0, isVariadic: true, call: (values) => printText(values).replace(/["'&<>\0]/g, htmlOf) }],
  [
    'js',
    { count: 0, isVariadic: true, call: (values) => printText(values).replace(unsafeInScripts, scriptOf) },
  ],
  ['urlquery', { count: 0, isVariadic: true, call: (values) => queryOf(printText(values)) }],
  ['exists', { count: 1, isVariadic: true, call: ([value, ...keys]) => exists(value, keys) }],
  ['base64decode', { count: 1, takesText: true, call: ([text]) => decoded(text as string) }],
]);

export const functionNames: ReadonlySet<string> = new Set([...templateFunctions.keys(), 'and', 'or']);

/** A text is indexed by its bytes. */
function itemOf(value: Value, key: Value): Value {
  if (value === undefined || value === null) throw new FunctionError('index of untyped nil');
  if (isMap(value)) {
    if (typeof key === 'string') return memberOf(value, key);
    throw new FunctionError(
      key === undefined || key === null
        ? 'value is nil; should be of type string'
        : `value has type ${argumentType(key)}; should be string`,
    );
  }
  if (!isList(value) && typeof value !== 'string')
    throw new FunctionError(`can't index item of type ${argumentType(value)}`);
  const items = typeof value === 'string' ? Buffer.from(value) : value;
  const at = placeOf(key, items.length - 1);
  return typeof value === 'string' ? BigInt(items[at] as number) : (items[at] as Value);
}

function placeOf(key: Value, last: number): number {
  if (key === undefined || key === null) throw new FunctionError('cannot index slice/array with nil');
  if (typeof key !== 'bigint') throw new FunctionError(`cannot index slice/array with type ${typeName(key)}`);
  if (key < 0n || key > BigInt(last)) throw new FunctionError(`index out of range: ${key}`);
  return Number(key);
}

function sliceOf(value: Value, ends: readonly Value[]): Value {
  if (value === undefined || value === null) throw new FunctionError('slice of untyped nil');
  if (ends.length > 3) throw new FunctionError(`too many slice indexes: ${ends.length}`);
  if (typeof value === 'string' && ends.length === 3)
    throw new FunctionError('cannot 3-index slice a string');
  if (typeof value !== 'string' && !isList(value))
    throw new FunctionError(`can't slice item of type ${argumentType(value)}`);
  const items = typeof value === 'string' ? Buffer.from(value) : value;
  const [from = 0, to = items.length] = ends.map((end) => placeOf(end, items.length));
  if (from > to) throw new FunctionError(`invalid slice index: ${from} > ${to}`);
  return typeof value === 'string' ? (items as Buffer).subarray(from, to).toString() : value.slice(from, to);
}

function lengthOf(value: Value): bigint {
  if (value === undefined || value === null)
    throw new FunctionError('reflect: call of reflect.Value.Type on zero Value');
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value));
  if (isList(value)) return BigInt(value.length);
  if (isMap(value)) return BigInt(Object.keys(value).length);
  throw new FunctionError(`len of type ${argumentType(value)}`);
}

/** A whole number that the template itself has is an `int`. */
const argumentType = (value: Value): string => (typeof value === 'bigint' ? 'int' : typeName(value));

function exists(value: Value, keys: readonly Value[]): boolean {
  let found: Value = value;
  for (const key of keys) {
    if (isMap(found)) {
      if (typeof key !== 'string') return false;
      found = memberOf(found, key);
    } else if (typeof key !== 'bigint') return false;
    else if (typeof found === 'string') found = found[Number(key)];
    else found = isList(found) ? found[Number(key)] : undefined;
  }
  return found !== undefined && found !== null;
}

function decoded(text: string): string {
  const plain = text.replace(/[\r\n]/g, '');
  const whole = /^(?:[\w+/-]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?/.exec(plain)![0];
  const bad = plain.slice(0, whole.length).search(/[^A-Za-z\d+/=]/);
  const at = bad >= 0 ? bad : whole.length < plain.length ? wrongByte(plain, whole.length) : -1;
  if (at >= 0) throw new FunctionError(`base64 decode failed: illegal base64 data at input byte ${at}`);
  return Buffer.from(plain, 'base64').toString();
}

/** The first one of the last four that does not belong there; of a text that is too short, where the four begin. */
function wrongByte(text: string, from: number): number {
  const strange = text.slice(from).search(/[^A-Za-z\d+/]/);
  return strange >= 0 ? from + strange : from;
}

const htmlNames: Readonly<Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\0': '\ufffd',
};
const htmlOf = (character: string): string => htmlNames[character]!;

const unsafeInScripts = /[\\'"<>&=\x00-\x1f]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

function scriptOf(character: string): string {
  if (/[\\'"]/.test(character)) return `\\${character}`;
  return `\\u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const queryOf = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
