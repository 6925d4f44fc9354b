import { DecodeError } from '../../api/codec/json.ts';
import { jsonTypeOf } from '../../api/codec/type-text.ts';
import { isMap } from '../../api/json/json-values.ts';
import { goQuote } from '../../util/quote.ts';
import type { RefusalStatus } from './failures.ts';
import { parseReview } from './parse-review.ts';

/** The response of a webhook. */
export interface ReviewResponse {
  readonly allowed: boolean;
  readonly status: RefusalStatus;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Text of a JSON patch; "" for none. */
  readonly patch: string;
  readonly patchType: string;
}

/** The parts of the review that the response must match. */
export interface ReviewRequest {
  readonly group: string;
  readonly version: string;
  readonly uid: string;
  readonly mayPatch: boolean;
}

/** The answer could be read and is none to what was asked. */
export class AnswerError extends Error {}

/** Throws DecodeError for what is no AdmissionReview, AnswerError for one that does not fit. */
export function readAnswer(body: Buffer, question: ReviewRequest): ReviewResponse {
  const review = parsed(body);
  checkVersion(review, question);
  const response = mapIn(review, 'response', 'AdmissionReview');
  if (response === undefined) throw new AnswerError('webhook response was absent');
  const fields = new ResponseFields(response, 'AdmissionResponse.response');
  const status = new ResponseFields(
    mapIn(response, 'status', 'AdmissionResponse') ?? {},
    'Status.response.status',
  );
  const patch = fields.bytes('patch');
  const patchType = fields.text('patchType');
  const allowed = fields.boolean('allowed');
  const uid = fields.text('uid') ?? '';
  const common = {
    allowed,
    status: {
      code: status.integer('code'),
      message: status.text('message'),
      reason: status.text('reason'),
      details: status.map('details'),
    },
    auditAnnotations: fields.texts('auditAnnotations'),
    warnings: fields.list('warnings'),
  };
  if (question.version === 'v1beta1') {
    // That version never checked anything, and knows one sort of patches.
    return { ...common, patch: question.mayPatch ? patch : '', patchType: 'JSONPatch' };
  }
  if (uid !== question.uid) {
    throw new AnswerError(`expected response.uid=${goQuote(question.uid)}, got ${goQuote(uid)}`);
  }
  checkKind(review, question);
  checkPatch(question, patch, patchType);
  return { ...common, patch, patchType: patchType ?? '' };
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return parseReview(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw error instanceof DecodeError ? error : new DecodeError('the answer is not UTF-8');
  }
}

const shortKind = (version: string): string => `(${version}.AdmissionReview)`;

/** The other version of the same review is another type, whatever it holds; a type may be left out. */
function checkVersion(review: Record<string, unknown>, { group, version }: ReviewRequest): void {
  const other = version === 'v1' ? 'v1beta1' : 'v1';
  const { apiVersion, kind = 'AdmissionReview' } = review;
  const isReview = kind === 'AdmissionReview';
  if (isReview && apiVersion === `${group}/${other}`) {
    throw new DecodeError(`converting ${shortKind(other)} to ${shortKind(version)}: unknown conversion`);
  }
  if (!apiVersion || (isReview && apiVersion === `${group}/${version}`)) return;
  const what = `no kind ${goQuote(String(kind))} is registered for version ${goQuote(String(apiVersion))}`;
  throw new DecodeError(`${what} in scheme ${goQuote(scheme)}`);
}

/** The name that clients know for the types of reviews. */
const scheme = 'pkg/runtime/scheme.go:110';

function checkKind(review: Record<string, unknown>, { group, version }: ReviewRequest): void {
  const apiVersion = String(review['apiVersion'] ?? '');
  const kind = String(review['kind'] ?? '');
  const wanted = `${group}/${version}`;
  if (apiVersion === wanted && kind === 'AdmissionReview') return;
  const got = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  throw new AnswerError(
    `expected webhook response of ${wanted}, Kind=AdmissionReview, got ${got}, Kind=${kind}`,
  );
}

function checkPatch({ mayPatch }: ReviewRequest, patch: string, patchType: string | undefined): void {
  const problem = (text: string): AnswerError => new AnswerError(text);
  if (!mayPatch) {
    if (patch !== '') throw problem('validating webhook may not return response.patch');
    if (patchType !== undefined) throw problem('validating webhook may not return response.patchType');
    return;
  }
  if (patch !== '' && patchType === undefined) {
    throw problem('webhook returned response.patch but not response.patchType');
  }
  if (patch === '' && patchType !== undefined) {
    throw problem('webhook returned response.patchType but not response.patch');
  }
  if (patchType === '') throw problem('webhook returned invalid response.patchType of ""');
}

/** Undefined when there is none. */
function mapIn(
  from: Record<string, unknown>,
  name: string,
  type: string,
): Record<string, unknown> | undefined {
  const value = from[name] ?? undefined;
  if (value === undefined || isMap(value)) return value;
  throw mismatch(value, `${type}.${name}`, 'object');
}

/** Reads fields of the response; a wrong type throws DecodeError. */
class ResponseFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #at: string;

  constructor(values: Readonly<Record<string, unknown>>, at: string) {
    this.#values = values;
    this.#at = at;
  }

  text(name: string): string | undefined {
    const value = this.#values[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw this.#mismatch(name, 'string');
  }

  boolean(name: string): boolean {
    const value = this.#values[name] ?? false;
    if (typeof value === 'boolean') return value;
    throw this.#mismatch(name, 'bool');
  }

  integer(name: string): number | undefined {
    const value = this.#values[name] ?? undefined;
    if (value === undefined || (typeof value === 'number' && (value | 0) === value)) return value;
    throw this.#mismatch(name, 'int32');
  }

  /** The text that base64 stands for. */
  bytes(name: string): string {
    const text = (this.text(name) ?? '').replaceAll(/[\r\n]/g, '');
    const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
    if (!isBase64) throw new DecodeError(`illegal base64 data in ${this.#at}.${name}`);
    return Buffer.from(text, 'base64').toString();
  }

  list(name: string): string[] {
    const value = this.#values[name] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.#mismatch(name, '[]string');
  }

  texts(name: string): Record<string, string> {
    const value = this.#values[name] ?? {};
    if (isMap(value) && Object.values(value).every((item) => typeof item === 'string')) {
      return value as Record<string, string>;
    }
    throw this.#mismatch(name, 'map[string]string');
  }

  map(name: string): Record<string, unknown> | undefined {
    const value = this.#values[name] ?? undefined;
    if (value === undefined || isMap(value)) return value;
    throw this.#mismatch(name, 'v1.StatusDetails');
  }

  #mismatch(name: string, type: string): DecodeError {
    return mismatch(this.#values[name], `${this.#at}.${name}`, type);
  }
}

const mismatch = (value: unknown, at: string, type: string): DecodeError =>
  new DecodeError(`json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${at} of type ${type}`);
