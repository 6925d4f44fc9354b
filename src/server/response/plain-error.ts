import type { Request, Response } from 'express';
import { escapeMarkup } from '../../util/escape-markup.ts';
import { goQuote } from '../../util/quote.ts';
import type { OverloadError } from '../in-flight/overload.ts';
import { sendText } from './plain-text.ts';

/** A problem met before anything is known of the form that the answer should have: plain text, with the target. */
export function sendPlainError({ url }: Request, response: Response, problem: string): void {
  sendText(response, 500, escapeMarkup(`Internal Server Error: ${goQuote(url)}: ${problem}\n`));
}

/** In plain text, whatever the client accepts: clients know it as this. */
export function sendOverload(response: Response, { message, details }: OverloadError): void {
  response.setHeader('Retry-After', String(details!.retryAfterSeconds));
  sendText(response, 429, `${message}\n`);
}
