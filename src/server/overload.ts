import type { Response } from 'express';
import { StatusError } from '../api/machinery/status.ts';
import { sendText } from './health.ts';

const message = 'Too many requests, please try again later.';

/** The request was refused before anything was done for it; clients come again. */
export class Overload extends StatusError {
  constructor() {
    super(429, 'TooManyRequests', message, { retryAfterSeconds: 1 });
  }
}

/** In plain text, whatever the client accepts: clients know it as this. */
export function sendOverload(response: Response): void {
  response.setHeader('Retry-After', '1');
  sendText(response, 429, `${message}\n`);
}
