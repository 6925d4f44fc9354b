import { badRequest, StatusError } from '../../api/meta/status.ts';
import { goQuote } from '../../util/quote.ts';

/** The check that refused a resource version: the cache's or the store's; their messages differ. */
export type VersionReader = 'cache' | 'store';

/**
 * The revision that a resource version stands for. One beyond the range of a double is in the future in any case, and
 * becomes the greatest safe integer. Throws the error of the reader (`cache` or `store`) that the request reaches.
 */
export function parseResourceVersion(text: string, reader: VersionReader): number {
  const reason = numberError(text);
  if (reason === undefined) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const why = `resourceVersion: Invalid value: ${goQuote(text)}: ${reason}`;
  throw reader === 'store'
    ? badRequest(`invalid resource version: ${why}`)
    : new StatusError(500, undefined, why);
}

/** The version that an object says it has; undefined when it says none, in one of two ways. */
export function versionOfObject(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const reason = numberError(text);
  if (reason !== undefined) throw new StatusError(500, undefined, reason);
  return Number(text) || undefined;
}

/** Whether an object says that it has a version; what is no number says nothing. */
export const hasVersion = (text: string | undefined): boolean =>
  text !== undefined && text !== '' && numberError(text) === undefined && Number(text) !== 0;

const max = 2n ** 64n - 1n;

/** Reason that a text is no unsigned integer of 64 bits, in the words of Go's strconv; undefined when it is one. */
function numberError(text: string): string | undefined {
  const problem = (why: string): string => `strconv.ParseUint: parsing ${goQuote(text)}: ${why}`;
  if (!/^\d+$/.test(text)) return problem('invalid syntax');
  const significant = text.replace(/^0+/, '');
  return significant.length > 20 || BigInt(significant || 0) > max
    ? problem('value out of range')
    : undefined;
}
