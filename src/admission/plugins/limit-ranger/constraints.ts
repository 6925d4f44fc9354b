import type { Quantity } from '../../../api/values/quantity.ts';

type Constraint = (
  type: string,
  resource: string,
  bound: Quantity,
  request: Quantity | undefined,
  limit: Quantity | undefined,
) => string | undefined;

/** The greatest amount whose thousandths fit an int64. */
const maxUnits = (2n ** 63n - 1n) / 1000n;

/** In thousandths as long as they can be held, else all of them in whole units. */
function comparable(...amounts: (Quantity | undefined)[]): bigint[] {
  const inThousandths = amounts.every((amount) => amount === undefined || amount.value() <= maxUnits);
  return amounts.map((amount) => (inThousandths ? amount?.milliValue() : amount?.value()) ?? 0n);
}

export const notLess: Constraint = (type, resource, bound, request, limit) => {
  const text = `minimum ${resource} usage per ${type} is ${bound}`;
  const [least, requested, limited] = comparable(bound, request, limit);
  if (request === undefined) return `${text}.  No request is specified`;
  if (requested! < least!) return `${text}, but request is ${request}`;
  if (limit !== undefined && limited! < least!) return `${text}, but limit is ${limit}`;
  return undefined;
};

export const atMost: Constraint = (type, resource, bound, request, limit) => {
  const text = `maximum ${resource} usage per ${type} is ${bound}`;
  const [most, requested, limited] = comparable(bound, request, limit);
  if (limit === undefined) return `${text}.  No limit is specified`;
  if (limited! > most!) return `${text}, but limit is ${limit}`;
  if (request !== undefined && requested! > most!) return `${text}, but request is ${request}`;
  return undefined;
};

/** For what has no limits. */
export function requestAtMost(
  type: string,
  resource: string,
  bound: Quantity,
  request: Quantity | undefined,
): string | undefined {
  const text = `maximum ${resource} usage per ${type} is ${bound}`;
  const [most, requested] = comparable(bound, request);
  if (request === undefined) return `${text}.  No request is specified`;
  return requested! > most! ? `${text}, but request is ${request}` : undefined;
}

export const belowRatio: Constraint = (type, resource, bound, request, limit) => {
  const text = `${resource} max limit to request ratio per ${type} is ${bound}`;
  const [most, requested, limited] = comparable(bound, request, limit);
  if (request === undefined || requested === 0n)
    return `${text}, but no request is specified or request is 0`;
  if (limit === undefined || limited === 0n) return `${text}, but no limit is specified or limit is 0`;
  const ratio = Number(limited) / Number(requested);
  const inThousandths = bound.value() <= maxUnits;
  const max = inThousandths ? Number(bound.milliValue()) : Number(most);
  if ((inThousandths ? ratio * 1000 : ratio) <= max) return undefined;
  return `${text}, but provided ratio is ${ratio.toFixed(6)}`;
};
