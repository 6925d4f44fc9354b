import type { Response } from 'express';

/** Answers in plain text, whatever the client accepts. */
export function sendText(response: Response, code: number, text: string): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(text);
}
