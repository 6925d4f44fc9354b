import { goQuote } from '../../util/quote.ts';
import { joinTruncated, truncatedJson } from '../../util/truncate.ts';
import { GoText } from '../go-format/go-syntax.ts';

/** A value as Go prints it in error messages: `map[string]interface {}{"a":1}`; scalars are returned unchanged. */
export const goShown = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? new GoText(goText(value), truncatedJson(sortedByKey(value)))
    : value;

/** Object members in the order of their names, at all depths. */
function sortedByKey(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedByKey);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortedByKey(item)]));
}

function goText(value: unknown): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${joinTruncated(value, ', ', goText)}}`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[string]interface {}{${joinTruncated(entries, ', ', ([key, item]) => `${goQuote(key)}:${goText(item)}`)}}`;
}
