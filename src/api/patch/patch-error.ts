/**
 * Why a patch cannot be applied. The codes are what the HTTP layer tells apart:
 *
 * - `Malformed`: it is no patch of its type at all.
 * - `Rejected`: an operation does not apply to this object; the client is told no more than that.
 * - `Unsupported`: well formed, but about something that no object has.
 * - `TooLarge`: it has too many operations.
 * - `UnknownDirective`: a `$patch` that does not exist.
 */
export type PatchErrorCode = 'Malformed' | 'Rejected' | 'Unsupported' | 'TooLarge' | 'UnknownDirective';

export class PatchError extends Error {
  readonly code: PatchErrorCode;

  constructor(code: PatchErrorCode, message: string) {
    super(message);
    this.name = 'PatchError';
    this.code = code;
  }
}
