import { goQuote } from '../../util/quote.ts';
import { type GroupKind, StatusError } from '../meta/status.ts';
import { type FieldError, fieldErrorsText, limitErrors } from './field-errors.ts';

/** One cause per field error, in their order; only the first ones if there are very many. */
export function invalidObject(type: GroupKind, name: string, all: readonly FieldError[]): StatusError {
  const error = refusal(type, name, all);
  if (all.some(({ bodyWithJson }) => bodyWithJson !== undefined))
    error.withJson = refusal(
      type,
      name,
      all.map((each) => ({ ...each, body: each.bodyWithJson ?? each.body })),
    );
  return error;
}

function refusal({ group, kind }: GroupKind, name: string, all: readonly FieldError[]): StatusError {
  const errors = limitErrors(all);
  const subject = group === '' ? kind : `${kind}.${group}`;
  return new StatusError(422, 'Invalid', `${subject} ${goQuote(name)} is invalid: ${fieldErrorsText(all)}`, {
    name,
    group,
    kind,
    causes: errors.map(({ reason, body, field }) => ({ reason, message: body, field })),
  });
}
