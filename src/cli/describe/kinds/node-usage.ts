import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';

/** Quantities by the name of the resource. */
export type Amounts = Readonly<Record<string, string>>;

export interface RequestsAndLimits {
  requests: Amounts;
  limits: Amounts;
}

/** Resources of a pod: the sum of its containers, or those of an init container that needs more; and the overhead. */
export function requestsAndLimits({ spec }: CoreV1Pod): RequestsAndLimits {
  const { containers, initContainers = [], overhead = {} } = spec;
  const of = (which: 'limits' | 'requests'): Amounts => {
    const main = sumOf((containers ?? []).map(({ resources }) => resources?.[which] ?? {}));
    const first = initContainers.map(({ resources }) => resources?.[which] ?? {});
    const needed = first.reduce(larger, main);
    return which === 'requests' ? sumOf([needed, overhead]) : needed;
  };
  return { requests: of('requests'), limits: of('limits') };
}

export function sumOf(all: readonly Amounts[]): Amounts {
  const sum: Record<string, string> = {};
  for (const [name, text] of all.flatMap((amounts) => Object.entries(amounts))) {
    sum[name] = name in sum ? parseQuantity(sum[name]!).add(parseQuantity(text)).toString() : text;
  }
  return sum;
}

function larger(a: Amounts, b: Amounts): Amounts {
  const result: Record<string, string> = { ...a };
  for (const [name, text] of Object.entries(b)) {
    if (!(name in result) || parseQuantity(text).compare(parseQuantity(result[name]!)) > 0)
      result[name] = text;
  }
  return result;
}

/** `100m (2%)`: an amount, and which part it is of the most that there is. */
export function share(amounts: Amounts, most: Amounts, name: string): string {
  const amount = parseQuantity(amounts[name] ?? '0');
  const whole = parseQuantity(most[name] ?? '0').milliValue();
  const percent = whole === 0n ? 0n : (amount.milliValue() * 100n) / whole;
  return `${amount} (${percent}%)`;
}
