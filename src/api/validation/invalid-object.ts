import { goQuote } from '../../util/quote.ts';
import { type GroupKind, StatusError } from '../meta/status.ts';
import { type FieldError, fieldErrorsText, limitErrors } from './field-errors.ts';

/** One cause per field error, in their order; only the first ones if there are very many. */
export function invalidObject(
  { group, kind }: GroupKind,
  name: string,
  all: readonly FieldError[],
): StatusError {
  const errors = limitErrors(all);
  const subject = group === '' ? kind : `${kind}.${group}`;
  return new StatusError(422, 'Invalid', `${subject} ${goQuote(name)} is invalid: ${fieldErrorsText(all)}`, {
    name,
    group,
    kind,
    causes: errors.map(({ reason, body, field }) => ({ reason, message: body, field })),
  });
}
