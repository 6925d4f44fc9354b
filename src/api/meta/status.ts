import { goQuote } from '../../util/quote.ts';
import { maxMessageLength, truncate } from '../../util/truncate.ts';
import type { ErrorTexts } from './error-texts.ts';
import { type StatusDetails, truncateDetails } from './status-details.ts';

export type { StatusCause, StatusDetails } from './status-details.ts';

/** The `Status` object: the body of every error, and of some successful requests. */
export interface Status {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: { resourceVersion?: string; continue?: string };
  status: 'Success' | 'Failure';
  message?: string;
  reason?: StatusReason;
  details?: StatusDetails;
  code?: number;
}

export type StatusReason =
  | 'AlreadyExists'
  | 'BadRequest'
  | 'Conflict'
  | 'Expired'
  | 'Forbidden'
  | 'Gone'
  | 'InternalError'
  | 'Invalid'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'NotFound'
  | 'RequestEntityTooLarge'
  | 'ServerTimeout'
  | 'ServiceUnavailable'
  | 'StorageReadError'
  | 'Timeout'
  | 'TooManyRequests'
  | 'Unauthorized'
  | 'UnsupportedMediaType';

/** A resource type; `groupResourceText` writes it as `deployments.apps`. */
export interface GroupResource {
  group: string;
  resource: string;
}

export interface GroupKind {
  group: string;
  kind: string;
}

export interface GroupVersionKind extends GroupKind {
  version: string;
}

/**
 * An error that is sent to the client as a Status; everything below the HTTP layer rejects a request by throwing one.
 * The constructor limits the length of all texts, so that nothing made of one needs a limit of its own.
 */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: StatusReason | undefined;
  readonly details: StatusDetails | undefined;
  /** Set only for an expired continue token: `continue` resumes the list without consistency. */
  readonly listMetadata: { resourceVersion?: string; continue?: string } = {};

  constructor(code: number, reason: StatusReason | undefined, message: string, details?: StatusDetails) {
    super(truncate(message, maxMessageLength));
    this.name = 'StatusError';
    this.code = code;
    this.reason = reason;
    this.details = details && truncateDetails(details);
  }

  /** Fields are in the order of the definition. `texts`: the words of a release; as written by default. */
  toStatus(texts?: ErrorTexts): Status {
    const { message, details } = this;
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.listMetadata,
      status: 'Failure',
      message: texts?.inWords(message) ?? message,
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      ...(details === undefined ? {} : { details: withoutEmpty(inWords(details, texts)) }),
      code: this.code,
    };
  }
}

function inWords(details: StatusDetails, texts: ErrorTexts | undefined): StatusDetails {
  if (texts === undefined || details.causes === undefined) return details;
  const causes = details.causes.map((cause) =>
    cause.message === undefined ? cause : { ...cause, message: texts.inWords(cause.message) },
  );
  return { ...details, causes };
}

function withoutEmpty(details: StatusDetails): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  return {
    ...(name ? { name } : {}),
    ...(group ? { group } : {}),
    ...(kind ? { kind } : {}),
    ...(uid ? { uid } : {}),
    ...(causes && causes.length > 0 ? { causes } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  };
}

/** `deployments.apps`; the core group adds nothing. */
export function groupResourceText({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

export const detailsOf = (resource: GroupResource, name: string): StatusDetails => ({
  name,
  group: resource.group,
  kind: resource.resource,
});

export const notFoundError = (resource: GroupResource, name: string): StatusError =>
  new StatusError(
    404,
    'NotFound',
    `${groupResourceText(resource)} ${goQuote(name)} not found`,
    detailsOf(resource, name),
  );

export const alreadyExists = (resource: GroupResource, name: string, prefix = ''): StatusError =>
  new StatusError(
    409,
    'AlreadyExists',
    `${prefix}${groupResourceText(resource)} ${goQuote(name)} already exists`,
    detailsOf(resource, name),
  );

/** Every name that was generated from `generateName` was taken. */
export const generatedNameTaken = (resource: GroupResource, name: string): StatusError =>
  new StatusError(
    409,
    'AlreadyExists',
    `${groupResourceText(resource)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`,
    { ...detailsOf(resource, name), retryAfterSeconds: 1 },
  );

export const conflict = (resource: GroupResource, name: string, cause: string): StatusError =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${groupResourceText(resource)} ${goQuote(name)}: ${cause}`,
    detailsOf(resource, name),
  );

/** Cause of the conflict when the resourceVersion of a write is not the current one. */
export const staleObjectMessage =
  'the object has been modified; please apply your changes to the latest version and try again';

export function forbiddenError(resource: GroupResource, name: string, why: string): StatusError {
  const subject = groupResourceText(resource);
  const message =
    resource.resource === ''
      ? `forbidden: ${why}`
      : name === ''
        ? `${subject} is forbidden: ${why}`
        : `${subject} ${goQuote(name)} is forbidden: ${why}`;
  return new StatusError(403, 'Forbidden', message, detailsOf(resource, name));
}

export const unauthorized = (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized');

export const badRequest = (message: string): StatusError => new StatusError(400, 'BadRequest', message);

/** The resource type does not support the operation. */
export const methodNotSupported = (resource: GroupResource, action: string): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    `${action} is not supported on resources of kind ${goQuote(groupResourceText(resource))}`,
    { group: resource.group, kind: resource.resource },
  );

export const notAcceptable = (accepted: readonly string[]): StatusError =>
  new StatusError(
    406,
    'NotAcceptable',
    `only the following media types are accepted: ${accepted.join(', ')}`,
  );

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );

/** The requested resource version has been compacted. */
export const expired = (message: string): StatusError => new StatusError(410, 'Expired', message);

/** The operation was certainly not carried out: clients repeat the request whatever its verb. */
export const serverTimeout = (
  resource: GroupResource,
  operation: string,
  retryAfterSeconds: number,
): StatusError =>
  new StatusError(
    500,
    'ServerTimeout',
    `The ${operation} operation against ${groupResourceText(resource)} could not be completed at this time, please try again.`,
    { name: operation, group: resource.group, kind: resource.resource, retryAfterSeconds },
  );

/** Without retryAfterSeconds the operation may have been carried out. */
export const timeout = (message: string, details: StatusDetails = {}): StatusError =>
  new StatusError(504, 'Timeout', `Timeout: ${message}`, details);

export const tooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError(429, 'TooManyRequests', message, { retryAfterSeconds });

export const entityTooLarge = (message: string): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);

export const internalError = (message: string): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });

/** This server did not reach the requested resource version in time. */
export const resourceVersionTooLarge = (
  wanted: number,
  current: number,
  retryAfterSeconds: number,
): StatusError =>
  timeout(`Too large resource version: ${wanted}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds,
  });

/** Answers unknown paths below a served group and version; its details are empty. */
export const noSuchResource = (): StatusError =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource', {});

/** The coarse check of the Accept header before the handler negotiates. */
export const routerNotAcceptable = (given: readonly string[]): StatusError =>
  new StatusError(
    406,
    'NotAcceptable',
    `406: Not Acceptable\n\nAvailable representations: ${given.join(', ')}`,
    {},
  );

export const routerUnsupportedMediaType = (): StatusError =>
  new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});

export const methodNotAllowed = (): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
