import { goQuote } from '../../util/quote.ts';
import { GoText } from './go-syntax.ts';

/** Amounts by resource name. */
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

/** Of canonical texts, which have no fraction. */
const format = /^(-?)([0-9]+)(?:([KMGTPE]i)|e([0-9]+)|([numkMGTPE]?))$/;

interface Amount {
  value: bigint;
  scale: number;
  format: 'BinarySI' | 'DecimalSI' | 'DecimalExponent';
  /** Whether the text that was read is kept beside the value: when it is known to be canonical. */
  keepsText: boolean;
}

/**
 * A quantity as messages show it that print it whole. Undefined for amounts of so many digits that the text would
 * hold an address.
 *
 *     500m   resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}
 */
function quantityText(text: string, wasPrinted: boolean): string | undefined {
  const parts = amountOf(text);
  if (parts === undefined) return undefined;
  const kept = parts.keepsText || wasPrinted ? text : '';
  const amount = `i:resource.int64Amount{value:${parts.value}, scale:${parts.scale}}`;
  const rest = `d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:${goQuote(kept)}, Format:"${parts.format}"`;
  return `resource.Quantity{${amount}, ${rest}}`;
}

function amountOf(text: string): Amount | undefined {
  const [, sign, digits = '', binary, exponent, suffix = ''] = format.exec(text) ?? [];
  if (digits === '') return undefined;
  if (text === '0') return { value: 0n, scale: 0, format: 'DecimalSI', keepsText: true };
  const number = BigInt(digits);
  const signed = sign === '-' ? -number : number;
  if (binary !== undefined) {
    const bits = 10 * (binarySuffixes.indexOf(binary) + 1);
    if (digits.length + Math.trunc((bits * 3) / 10) > 14) return undefined;
    return { value: signed << BigInt(bits), scale: 0, format: 'BinarySI', keepsText: (number & 7n) !== 0n };
  }
  if (digits.length > 18) return undefined;
  const scale = exponent === undefined ? decimalExponents.get(suffix)! : Number(exponent);
  const keepsText = scale % 3 === 0 && !digits.endsWith('000');
  return {
    value: signed,
    scale,
    format: exponent === undefined ? 'DecimalSI' : 'DecimalExponent',
    keepsText,
  };
}

/** `wasPrinted` when the message shows the amount a second time, as a text: that is kept beside the value. */
export function goQuantity(text: string, { wasPrinted = false } = {}): GoText | string {
  const shown = quantityText(text, wasPrinted);
  return shown === undefined ? text : new GoText(shown);
}

/** `core.ResourceList{"cpu":resource.Quantity{…}}`. */
export function goResourceList(list: Readonly<ResourceList> | undefined): GoText | ResourceList {
  const names = Object.keys(list ?? {}).sort();
  if (list === undefined || names.length === 0) return new GoText('core.ResourceList(nil)');
  const items = names.map((name) => [name, quantityText(list[name]!, false)] as const);
  if (items.some(([, shown]) => shown === undefined)) return list;
  return new GoText(
    `core.ResourceList{${items.map(([name, shown]) => `${goQuote(name)}:${shown}`).join(', ')}}`,
  );
}
