import { parseOwnJson } from '../../api/codec/json.ts';
import { type Status, StatusError, type StatusReason } from '../../api/meta/status.ts';
import { CallError } from '../call-error.ts';
import type { ApiCall } from './api-call.ts';
import type { WireAnswer } from './wire.ts';

/** Characters of an answer that is no Status. */
const maxText = 2_048;

/** The error that an answer without success stands for: its Status, or one made of its text. */
export function errorOf({ method, path }: ApiCall, { status }: WireAnswer, body: Buffer): StatusError {
  const text = body.toString();
  const given = statusIn(text);
  if (given !== undefined) {
    return new StatusError(given.code ?? status, given.reason, given.message ?? text, given.details);
  }
  const generic = genericErrors[status];
  if (generic !== undefined) return new StatusError(status, ...generic);
  const said = text.slice(0, maxText).trim();
  const message = `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding (${method.toLowerCase()} ${path})`;
  const causes = [{ reason: 'UnexpectedServerResponse', message: said }];
  return new StatusError(status, status >= 500 ? 'InternalError' : undefined, message, { causes });
}

/** Meaning of the codes of answers that are no Status. */
const genericErrors: Readonly<Record<number, readonly [StatusReason, string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
};

function statusIn(text: string): Status | undefined {
  try {
    const value = parseOwnJson(text) as Status | null;
    return value?.kind === 'Status' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** There was no answer in time. */
export const timeoutError = ({ method, path }: ApiCall): CallError =>
  new CallError('timeout', `${method} ${path}: context deadline exceeded`);

/** Seconds after which the server asks to send the request again. */
export function retryAfter({ status, headers }: Pick<WireAnswer, 'headers' | 'status'>): number | undefined {
  const given = headers['retry-after'];
  const isPassing = status === 429 || status >= 500;
  return isPassing && given !== undefined && /^\d{1,5}$/.test(given) ? Number(given) : undefined;
}

/** Whether the error is an answer of this code, and of this reason if one is named. */
export const isAnswer = (error: unknown, code: number, reason?: string): boolean =>
  error instanceof StatusError && error.code === code && (reason === undefined || error.reason === reason);

export const isNotFound = (error: unknown): boolean => isAnswer(error, 404);

/** The answer, or undefined when there is no such object. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export const isConflict = (error: unknown): boolean => isAnswer(error, 409, 'Conflict');
export const isForbidden = (error: unknown): boolean => isAnswer(error, 403);
export const isAlreadyExists = (error: unknown): boolean => isAnswer(error, 409, 'AlreadyExists');

/** Whether the answer names this cause: `NamespaceTerminating`. */
export const hasCause = (error: unknown, reason: string): boolean =>
  error instanceof StatusError && (error.details?.causes ?? []).some((cause) => cause.reason === reason);
