import { goQuote } from '../../util/quote.ts';
import {
  joinTruncated,
  maxDetailLength,
  maxMessageLength,
  truncate,
  truncatedJson,
} from '../../util/truncate.ts';
import { GoText } from '../go-format/go-syntax.ts';

/** A place in an object: `spec.containers[0].name`, `data[key]`. Cheap to build: only an error makes it into text. */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  readonly #step: string;

  private constructor(parent: FieldPath | undefined, step: string) {
    this.#parent = parent;
    this.#step = step;
  }

  static of(...names: string[]): FieldPath {
    const [first = '', ...rest] = names;
    return new FieldPath(undefined, first).child(...rest);
  }

  /** The object itself. */
  static readonly root = new FieldPath(undefined, '');

  child(...names: string[]): FieldPath {
    let path: FieldPath = this;
    for (const name of names) path = new FieldPath(path, path.#isRoot() ? name : `.${name}`);
    return path;
  }

  index(position: number): FieldPath {
    return new FieldPath(this, `[${position}]`);
  }

  key(key: string): FieldPath {
    return new FieldPath(this, `[${key}]`);
  }

  toString(): string {
    return (this.#parent?.toString() ?? '') + this.#step;
  }

  #isRoot(): boolean {
    return this.#step === '' && this.#parent === undefined;
  }
}

/** Reasons of causes, which clients match. */
export type FieldErrorReason =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError';

const texts: Record<FieldErrorReason, string> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
};

/** One breach of a rule. Made by the functions below. */
export interface FieldError {
  reason: FieldErrorReason;
  field: string;
  /** The message without the path: `Invalid value: "x": must be …`. */
  body: string;
}

type Path = FieldPath | string;

function fieldError(
  reason: FieldErrorReason,
  field: Path,
  value: string | undefined,
  detail: string,
): FieldError {
  const parts = [
    texts[reason],
    ...(value === undefined ? [] : [value]),
    ...(detail === '' ? [] : [truncate(detail, maxDetailLength)]),
  ];
  return { reason, field: field.toString(), body: parts.join(': ') };
}

/** Numbers and booleans plain, strings quoted, null and undefined as `"null"`, everything else as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (value === undefined || value === null) return goQuote('null');
  if (value instanceof GoText) return truncate(value.text);
  if (typeof value === 'object') return truncate(truncatedJson(value));
  return String(value);
}

/** A value is missing. */
export const required = (field: Path, detail = ''): FieldError =>
  fieldError('FieldValueRequired', field, undefined, detail);

/** The value breaks the rule that `detail` states. */
export const invalid = (field: Path, value: unknown, detail: string): FieldError =>
  fieldError('FieldValueInvalid', field, valueText(value), detail);

/** The same without the value. */
export const invalidUnshown = (field: Path, detail: string): FieldError =>
  fieldError('FieldValueInvalid', field, undefined, detail);

/** The value is of another type than its field. */
export const typeInvalid = (field: Path, value: unknown, detail: string): FieldError =>
  fieldError('FieldValueTypeInvalid', field, valueText(value), detail);

/** The value is not one of `supported`. */
export const notSupported = (field: Path, value: unknown, supported: readonly string[]): FieldError =>
  fieldError(
    'FieldValueNotSupported',
    field,
    valueText(value),
    supported.length === 0 ? '' : `supported values: ${joinTruncated(supported, ', ', goQuote)}`,
  );

/** The field must not be set, or must not be changed, here. */
export const forbidden = (field: Path, detail: string): FieldError =>
  fieldError('FieldValueForbidden', field, undefined, detail);

/** A value that has to be unique occurs twice. */
export const duplicate = (field: Path, value: unknown): FieldError =>
  fieldError('FieldValueDuplicate', field, valueText(value), '');

/** The same without the value. */
export const duplicateUnshown = (field: Path): FieldError =>
  fieldError('FieldValueDuplicate', field, undefined, '');

export const tooLong = (
  field: Path,
  maxBytes: number,
  detail = `must have at most ${maxBytes} bytes`,
): FieldError => fieldError('FieldValueTooLong', field, undefined, detail);

export const tooMany = (field: Path, actual: number, maxItems: number, noun = 'items'): FieldError =>
  fieldError('FieldValueTooMany', field, String(actual), `must have at most ${maxItems} ${noun}`);

/** The value names something that does not exist. */
export const notFound = (field: Path, value: unknown): FieldError =>
  fieldError('FieldValueNotFound', field, valueText(value), '');

/** The check itself failed. */
export const internal = (field: Path, detail: string): FieldError =>
  fieldError('InternalError', field, undefined, detail);

const maxErrors = 1000;

/** The first errors, up to the limits of number and text; at least one. */
export function limitErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let text = 0;
  const end = errors.findIndex(({ field, body }, index) => {
    text += field.length + body.length;
    return index > 0 && (index === maxErrors || text > maxMessageLength);
  });
  return end === -1 ? errors : errors.slice(0, end);
}

/** `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorText(error: FieldError): string {
  return `${error.field}: ${error.body}`;
}

/** Several messages stand in brackets, without duplicates; errors beyond the limits as `and N more`. */
export function fieldErrorsText(all: readonly FieldError[]): string {
  const errors = limitErrors(all);
  const distinct = [...new Set(errors.map(fieldErrorText))];
  if (errors.length < all.length) distinct.push(`and ${all.length - errors.length} more`);
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`;
}
