/** Queries of one pair that is as it would be written here. */
const plain = /^[\w.~-]+=[\w.~-]*$/;

/**
 * A query as extension servers are sent it: `?` and its pairs sorted by name, written anew; pairs that cannot be read go
 * missing. Empty where there is none.
 *
 *     b=x+y&a=%2f&c=%zz   ?a=%2F&b=x+y
 */
export function sortedQuery(raw: string): string {
  if (raw === '') return '';
  if (plain.test(raw)) return `?${raw}`;
  const pairs = raw
    .split('&')
    .map(readPair)
    .filter((pair): pair is [string, string] => pair !== undefined);
  // The order of values of one name stays.
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}`;
}

function readPair(pair: string): [string, string] | undefined {
  if (pair === '' || pair.includes(';')) return undefined;
  const equals = pair.indexOf('=');
  const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  try {
    return [decode(name), decode(value)];
  } catch {
    return undefined;
  }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
