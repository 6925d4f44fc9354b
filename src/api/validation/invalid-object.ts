import { goQuote } from '../../util/quote.ts';
import type { ErrorTexts } from '../meta/error-texts.ts';
import { type GroupKind, type Status, StatusError } from '../meta/status.ts';
import { bodyIn, type FieldError, fieldErrorsText, limitErrors } from './field-errors.ts';

/** One cause per field error, in their order; only the first ones if there are very many. */
export const invalidObject = (kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError =>
  new InvalidObjectError(kind, name, errors);

/** Its message has the words of 1.23, its Status those of the release that is asked for. */
class InvalidObjectError extends StatusError {
  readonly #kind: GroupKind;
  readonly #name: string;
  readonly #errors: readonly FieldError[];

  constructor({ group, kind }: GroupKind, name: string, all: readonly FieldError[], texts?: ErrorTexts) {
    const subject = group === '' ? kind : `${kind}.${group}`;
    super(422, 'Invalid', `${subject} ${goQuote(name)} is invalid: ${fieldErrorsText(all, texts)}`, {
      name,
      group,
      kind,
      causes: limitErrors(all).map((error) => ({
        reason: error.reason,
        message: bodyIn(texts, error),
        field: error.field,
      })),
    });
    this.#kind = { group, kind };
    this.#name = name;
    this.#errors = all;
  }

  override toStatus(texts?: ErrorTexts): Status {
    if (texts === undefined) return super.toStatus();
    const reworded = new InvalidObjectError(this.#kind, this.#name, this.#errors, texts).toStatus();
    return { ...reworded, message: texts.inWords(reworded.message ?? '') };
  }
}
