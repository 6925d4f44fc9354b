import { goQuote } from '../../util/quote.ts';
import { truncatedJson } from '../../util/truncate.ts';
import { GoText } from './go-syntax.ts';

/** Quantities by resource name. */
type ResourceList = Record<string, string>;

const decimalExponents: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const binarySuffixes = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Canonical texts have no fraction. */
const format = /^(-?)([0-9]+)(?:([KMGTPE]i)|e([0-9]+)|([numkMGTPE]?))$/;

interface Amount {
  value: bigint;
  scale: number;
  format: 'BinarySI' | 'DecimalSI' | 'DecimalExponent';
  /** Go's parser caches the text, because it knows that it is canonical. */
  cachesText: boolean;
}

/**
 * A quantity as `%#v` prints it. Undefined for so many digits that Go would print an address of memory.
 *
 *     500m   resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}
 */
function quantityText(text: string, wasPrinted: boolean): string | undefined {
  const amount = amountOf(text);
  if (amount === undefined) return undefined;
  const cached = amount.cachesText || wasPrinted ? text : '';
  const value = `i:resource.int64Amount{value:${amount.value}, scale:${amount.scale}}`;
  const rest = `d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:${goQuote(cached)}, Format:"${amount.format}"`;
  return `resource.Quantity{${value}, ${rest}}`;
}

function amountOf(text: string): Amount | undefined {
  const [, sign, digits = '', binary, exponent, suffix = ''] = format.exec(text) ?? [];
  if (digits === '') return undefined;
  if (text === '0') return { value: 0n, scale: 0, format: 'DecimalSI', cachesText: true };
  const number = BigInt(digits);
  const signed = sign === '-' ? -number : number;
  if (binary !== undefined) {
    const bits = 10 * (binarySuffixes.indexOf(binary) + 1);
    if (digits.length + Math.trunc((bits * 3) / 10) > 14) return undefined;
    return { value: signed << BigInt(bits), scale: 0, format: 'BinarySI', cachesText: (number & 7n) !== 0n };
  }
  if (digits.length > 18) return undefined;
  const scale = exponent === undefined ? decimalExponents.get(suffix)! : Number(exponent);
  const cachesText = scale % 3 === 0 && !digits.endsWith('000');
  return {
    value: signed,
    scale,
    format: exponent === undefined ? 'DecimalSI' : 'DecimalExponent',
    cachesText,
  };
}

/** `wasPrinted`: the message also shows the quantity as a text, which Go then caches. */
export function goQuantity(text: string, { wasPrinted = false } = {}): GoText | string {
  const shown = quantityText(text, wasPrinted);
  return shown === undefined ? text : new GoText(shown, truncatedJson(text));
}

/** `core.ResourceList{"cpu":resource.Quantity{…}}`. */
export function goResourceList(list: Readonly<ResourceList> | undefined): GoText | ResourceList {
  const names = Object.keys(list ?? {}).sort();
  if (list === undefined || names.length === 0) return new GoText('core.ResourceList(nil)', 'null');
  const items = names.map((name) => [name, quantityText(list[name]!, false)] as const);
  if (items.some(([, shown]) => shown === undefined)) return list;
  return new GoText(
    `core.ResourceList{${items.map(([name, shown]) => `${goQuote(name)}:${shown}`).join(', ')}}`,
    truncatedJson(Object.fromEntries(names.map((name) => [name, list[name]!]))),
  );
}
