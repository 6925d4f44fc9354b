import type { Response } from 'express';

/** Characters of all texts of an answer together. */
const maxTotal = 4096;
/** Characters of each text where all together are too long. */
const maxWhenTooMany = 256;

/**
 * Sets the Warning headers of an answer, each text once: `299 - "unknown field \"spec.x\""`. When all of them are too
 * long together, each is cut, and only as many are sent as clients take. Never throws: what it is called for may be
 * the answer to a write that is done. A text that no header can carry is left out.
 */
export function setWarnings(response: Response, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const distinct = [...new Set(texts)].filter((text) => text !== '' && !controlCharacter.test(text));
  const total = distinct.reduce((sum, text) => sum + text.length, 0);
  const shown = total > maxTotal && characterCount(distinct) > maxTotal ? beginnings(distinct) : distinct;
  if (shown.length > 0) response.setHeader('Warning', shown.map(warningHeader));
}

/** Refused in a Warning header: with line ends in it, a text could be a header of its own. */
const controlCharacter = /\p{Cc}/u;

/** Node writes each character of a header as one byte: the text's UTF-8 goes out as it is. */
function warningHeader(text: string): string {
  return Buffer.from(`299 - "${text.replaceAll(/["\\]/g, '\\$&')}"`).toString('latin1');
}

/** Number of characters, not of UTF-16 units; only texts that are too long by their units are counted. */
function characterCount(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) {
    for (const _ of text) if (++count > maxTotal) return count;
  }
  return count;
}

function beginnings(texts: readonly string[]): string[] {
  let total = 0;
  const short = texts.map((text) => [...text.slice(0, 2 * maxWhenTooMany)].slice(0, maxWhenTooMany).join(''));
  const end = short.findIndex((text) => {
    const isFull = total > maxTotal;
    total += text.length;
    return isFull;
  });
  return end === -1 ? short : short.slice(0, end);
}
