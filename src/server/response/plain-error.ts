import type { Request, Response } from 'express';
import { goQuote } from '../../util/quote.ts';
import { sendText } from '../routing/health.ts';
import type { OverloadError } from './overload.ts';

/** Characters that a browser might take for markup, written so that it does not. */
export function escapeMarkup(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A fault met before anything is known of the form that the answer should have: plain text, with the target. */
export function sendPlainError({ url }: Request, response: Response, fault: string): void {
  sendText(response, 500, escapeMarkup(`Internal Server Error: ${goQuote(url)}: ${fault}\n`));
}

/** In plain text, whatever the client accepts: clients know it as this. */
export function sendOverload(response: Response, { message, details }: OverloadError): void {
  response.setHeader('Retry-After', String(details!.retryAfterSeconds));
  sendText(response, 429, `${message}\n`);
}
