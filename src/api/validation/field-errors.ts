import { aggregate } from '../../util/aggregate.ts';
import { goQuote } from '../../util/quote.ts';
import {
  joinTruncated,
  maxDetailLength,
  maxMessageLength,
  truncate,
  truncatedJson,
} from '../../util/truncate.ts';
import { escapeHtml, GoText } from '../go-format/go-syntax.ts';
import type { ErrorTexts } from '../meta/error-texts.ts';

/** A place in an object: `spec.containers[0].name`, `data[key]`. Cheap to build: only an error makes it into text. */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  /** A name of a field, or what stands in brackets. */
  readonly #step: string | number;
  readonly #isInBrackets: boolean;

  private constructor(parent: FieldPath | undefined, step: string | number, isInBrackets = false) {
    this.#parent = parent;
    this.#step = step;
    this.#isInBrackets = isInBrackets;
  }

  static of(...names: string[]): FieldPath {
    const [first = '', ...rest] = names;
    return new FieldPath(undefined, first).child(...rest);
  }

  /** The object itself. */
  static readonly root = new FieldPath(undefined, '');

  child(...names: string[]): FieldPath {
    let path: FieldPath = this;
    for (const name of names) path = new FieldPath(path, name);
    return path;
  }

  index(position: number): FieldPath {
    return new FieldPath(this, position, true);
  }

  key(key: string): FieldPath {
    return new FieldPath(this, key, true);
  }

  toString(): string {
    // Most paths are never asked for: a validation makes one for each field that it looks at.
    const before = this.#parent?.toString() ?? '';
    if (this.#isInBrackets) return `${before}[${this.#step}]`;
    return this.#parent === undefined || this.#parent.#isRoot() ? `${this.#step}` : `${before}.${this.#step}`;
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
  /** The message without the path, in the words of 1.23: `Invalid value: "x": must be …`. */
  body: string;
  /** The same with the value as JSON, as releases show it later; undefined where that makes no difference. */
  jsonBody?: string;
}

type Path = FieldPath | string;

function fieldError(reason: FieldErrorReason, field: Path, detail: string): FieldError {
  return { reason, field: field.toString(), body: bodyText(reason, detail) };
}

/** `values`: the text of the value, if there is one. */
function bodyText(reason: FieldErrorReason, detail: string, ...values: readonly string[]): string {
  const details = detail === '' ? [] : [truncate(detail, maxDetailLength)];
  return [texts[reason], ...values, ...details].join(': ');
}

function valueError(reason: FieldErrorReason, field: Path, value: unknown, detail: string): FieldError {
  const error = { reason, field: field.toString(), body: bodyText(reason, detail, valueText(value)) };
  const json = jsonText(value);
  return json === undefined ? error : { ...error, jsonBody: bodyText(reason, detail, json) };
}

/** Numbers and booleans plain, strings quoted, null and undefined as `"null"`, everything else as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (value === undefined || value === null) return goQuote('null');
  if (value instanceof GoText) return truncate(value.text);
  if (typeof value === 'object') return truncate(truncatedJson(value));
  return String(value);
}

/** The value as later releases show it; undefined if that is how earlier ones do. */
function jsonText(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'null';
  if (value instanceof GoText) return value.json === undefined ? undefined : truncate(value.json);
  if (typeof value !== 'object') return undefined;
  const json = truncatedJson(value);
  const escaped = escapeHtml(json);
  return escaped === json ? undefined : truncate(escaped);
}

/** A value is missing. */
export const required = (field: Path, detail = ''): FieldError =>
  fieldError('FieldValueRequired', field, detail);

/** The value breaks the rule that `detail` states. */
export const invalid = (field: Path, value: unknown, detail: string): FieldError =>
  valueError('FieldValueInvalid', field, value, detail);

/** The same where messages do not show the value. */
export const invalidUnshown = (field: Path, detail: string): FieldError =>
  fieldError('FieldValueInvalid', field, detail);

/** The value is of another type than its field. */
export const typeInvalid = (field: Path, value: unknown, detail: string): FieldError =>
  valueError('FieldValueTypeInvalid', field, value, detail);

/** The value is not one of `supported`. */
export const notSupported = (field: Path, value: unknown, supported: readonly string[]): FieldError =>
  valueError(
    'FieldValueNotSupported',
    field,
    value,
    supported.length === 0 ? '' : `supported values: ${joinTruncated(supported, ', ', goQuote)}`,
  );

/** The field must not be set, or must not be changed, here. */
export const forbidden = (field: Path, detail: string): FieldError =>
  fieldError('FieldValueForbidden', field, detail);

/** A value that has to be unique occurs twice. */
export const duplicate = (field: Path, value: unknown): FieldError =>
  valueError('FieldValueDuplicate', field, value, '');

/** The same where messages do not show the value. */
export const duplicateUnshown = (field: Path): FieldError => fieldError('FieldValueDuplicate', field, '');

export const tooLong = (
  field: Path,
  maxBytes: number,
  detail = `must have at most ${maxBytes} bytes`,
): FieldError => fieldError('FieldValueTooLong', field, detail);

export const tooMany = (field: Path, actual: number, maxItems: number, noun = 'items'): FieldError =>
  valueError('FieldValueTooMany', field, actual, `must have at most ${maxItems} ${noun}`);

/** The value names something that does not exist. */
export const notFound = (field: Path, value: unknown, detail = ''): FieldError =>
  valueError('FieldValueNotFound', field, value, detail);

/** The check itself failed. */
export const internal = (field: Path, detail: string): FieldError =>
  fieldError('InternalError', field, detail);

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

/** The message of an error without its path, in the words of a release; in those of 1.23 when they are not given. */
export function bodyIn(texts: ErrorTexts | undefined, { body, jsonBody }: FieldError): string {
  if (texts === undefined) return body;
  return texts.inWords(texts.showsJson ? (jsonBody ?? body) : body);
}

/** The same with its path. */
export const fieldErrorTextIn =
  (texts: ErrorTexts | undefined) =>
  (error: FieldError): string =>
    `${error.field}: ${bodyIn(texts, error)}`;

/** Several messages stand in brackets, without duplicates; errors beyond the limits as `and N more`. */
export function fieldErrorsText(all: readonly FieldError[], texts?: ErrorTexts): string {
  const errors = limitErrors(all);
  const shown = errors.map(fieldErrorTextIn(texts));
  if (errors.length < all.length) shown.push(`and ${all.length - errors.length} more`);
  return aggregate(shown);
}
