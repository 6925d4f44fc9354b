import { GoText } from '../../../api/go-format/go-syntax.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { percent } from '../../../api/validation/names.ts';
import { goQuote } from '../../../util/quote.ts';
import { nonNegative } from './counters.ts';

/** A count, or a share of another count: `3`, `"25%"`. */
export type IntOrPercent = number | string;

/** Text of a value in messages: `intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}`. */
export function goIntOrPercent(value: IntOrPercent): GoText {
  const [type, count, share] = typeof value === 'number' ? [0, value, ''] : [1, 0, value];
  return new GoText(
    `intstr.IntOrString{Type:${type}, IntVal:${count}, StrVal:${goQuote(share)}}`,
    JSON.stringify(value),
  );
}

export function validateIntOrPercent(value: IntOrPercent, path: FieldPath): FieldError[] {
  if (typeof value === 'number') return nonNegative(value, path);
  return percent(value).map((text) => invalid(path, goIntOrPercent(value), text));
}

/** Refuses `101%`; counts and what is no percentage at all pass. */
export function validateAtMostAll(value: IntOrPercent, path: FieldPath): FieldError[] {
  const isShare = typeof value === 'string' && percent(value).length === 0;
  return isShare && Number.parseInt(value, 10) > 100
    ? [invalid(path, goIntOrPercent(value), 'must not be greater than 100%')]
    : [];
}

/**
 * Whether it comes to nothing: 0, `"0%"`, `"lots"`. A text that is a plain number counts as that number, although it
 * is refused: its author meant something by it.
 */
export function isNothing(value: IntOrPercent): boolean {
  if (typeof value === 'number') return value === 0;
  const digits = percent(value).length === 0 ? value.slice(0, -1) : value;
  return !/^[+-]?[0-9]+$/.test(digits) || Number(digits) === 0;
}
