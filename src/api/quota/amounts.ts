import { Quantity, quantityFromJson } from '../values/quantity.ts';

/** Amount of each resource, by its name: `pods`, `requests.cpu`. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Names of resources: those of amounts, or by themselves. */
export type Names = Pick<ReadonlySet<string>, 'has' | 'keys' | 'size'>;

export const one = Quantity.of(1n);

export const noAmounts: Amounts = new Map();

export const count = (value: number): Quantity => Quantity.of(BigInt(value));

export function amountsOf(texts: Readonly<Record<string, string>> = {}): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  for (const name of Object.keys(texts)) amounts.set(name, quantityFromJson(texts[name]!));
  return amounts;
}

export const textsOf = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()]));

/** Adds to the first. */
export function addTo(sum: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) sum.set(name, amount.add(sum.get(name) ?? Quantity.zero));
}

export const atLeast = (amount: Quantity, bound: Quantity): Quantity =>
  amount.compare(bound) < 0 ? bound : amount;

export const atMost = (amount: Quantity, bound: Quantity): Quantity =>
  amount.compare(bound) > 0 ? bound : amount;

/** The first minus the second, at least zero, for every key of the first. */
export function increase(after: Amounts, before: Amounts): Map<string, Quantity> {
  const grown = new Map<string, Quantity>();
  for (const [name, amount] of after) {
    const more = amount.subtract(before.get(name) ?? Quantity.zero);
    if (more.sign() > 0) grown.set(name, more);
  }
  return grown;
}

export function isSameAmounts(some: Amounts, others: Amounts): boolean {
  if (some === others) return true;
  if (some.size !== others.size) return false;
  for (const [name, amount] of some) {
    const other = others.get(name);
    if (other === undefined || amount.compare(other) !== 0) return false;
  }
  return true;
}

export function hasSameNames(some: Names, others: Names): boolean {
  if (some.size !== others.size) return false;
  for (const name of some.keys()) if (!others.has(name)) return false;
  return true;
}

/** `pods=1,requests.cpu=200m`, of these names as far as they are there. */
export const amountsText = (amounts: Amounts, names: readonly string[]): string =>
  names
    .toSorted()
    .flatMap((name) => {
      const amount = amounts.get(name);
      return amount === undefined ? [] : [`${name}=${amount}`];
    })
    .join(',');
