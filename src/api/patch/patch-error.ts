import type { JsonMap } from '../json/json-values.ts';

/**
 * Reason why a patch cannot be applied. The codes are what the HTTP layer tells apart:
 *
 * - `Malformed`: it is no patch of its type at all.
 * - `Rejected`: an operation does not apply to this object; the client learns no more than that.
 * - `Unsupported`: well formed, but about something that no object has.
 * - `TooLarge`: it has too many operations.
 * - `Unmergeable`: a strategic patch that cannot be merged: with a `$patch` that does not exist, an element without its
 *   key, an order that is not its own.
 */
export type PatchErrorCode = 'Malformed' | 'Rejected' | 'Unsupported' | 'TooLarge' | 'Unmergeable';

export class PatchError extends Error {
  readonly code: PatchErrorCode;

  constructor(code: PatchErrorCode, message: string) {
    super(message);
    this.name = 'PatchError';
    this.code = code;
  }
}

/** An operation of a JSON patch that does not apply. */
export class OperationError extends PatchError {
  readonly operation: JsonMap;
  /** The document that the operations before it have made: this one has left it as it was. */
  readonly document: unknown;

  constructor(message: string, operation: JsonMap, document: unknown) {
    super('Rejected', message);
    this.operation = operation;
    this.document = document;
  }
}

/** All copies of a JSON patch together take more than they may, wherever they go. */
export class GrowthError extends PatchError {
  constructor() {
    super('Rejected', 'copies make the document grow too much');
  }
}
