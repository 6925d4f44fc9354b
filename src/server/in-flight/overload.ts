import { StatusError } from '../../api/meta/status.ts';

/** The request was refused before anything was done for it; clients come again. */
export class OverloadError extends StatusError {
  constructor(retryAfterSeconds = 1) {
    super(429, 'TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds });
  }
}
