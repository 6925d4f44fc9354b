import type { Response } from 'express';
import { goQuote } from '../api/machinery/quote.ts';

const longestInTotal = 4096;
const longestWhenTooMany = 256;

/** Says what handlers have to warn of, as Warning headers, each text once: `299 - "unknown field \"spec.x\""`. */
export function setWarnings(response: Response, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const distinct = [...new Set(texts)];
  const total = distinct.reduce((sum, text) => sum + text.length, 0);
  // When all of them are too long together, the beginning of each.
  const shown = total > longestInTotal ? distinct.map((text) => text.slice(0, longestWhenTooMany)) : distinct;
  response.setHeader(
    'Warning',
    shown.map((text) => `299 - ${goQuote(text)}`),
  );
}
