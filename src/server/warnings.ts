import type { Response } from 'express';
import { goQuote } from '../api/machinery/quote.ts';

const longestInTotal = 4096;
const longestWhenTooMany = 256;

/**
 * Says what handlers have to warn of, as Warning headers, each text once: `299 - "unknown field \"spec.x\""`. When
 * all of them are too long together, the beginning of each, and no more than clients take.
 */
export function setWarnings(response: Response, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const distinct = [...new Set(texts)];
  const total = distinct.reduce((sum, text) => sum + text.length, 0);
  const shown = total > longestInTotal ? beginnings(distinct) : distinct;
  response.setHeader(
    'Warning',
    shown.map((text) => `299 - ${goQuote(text)}`),
  );
}

function beginnings(texts: readonly string[]): string[] {
  let total = 0;
  const short = texts.map((text) => text.slice(0, longestWhenTooMany));
  const end = short.findIndex((text) => {
    const isFull = total > longestInTotal;
    total += text.length;
    return isFull;
  });
  return end === -1 ? short : short.slice(0, end);
}
