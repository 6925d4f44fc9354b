import type { Filter } from './filter.ts';
import { stateOf } from '../request-state.ts';
import { goQuote } from '../../api/machinery/quote.ts';

const longestInTotal = 4096;
const longestWhenTooMany = 256;

/** Sends what handlers have to warn of as Warning headers, each text once. */
export function warnings(): Filter {
  return {
    name: 'warnings',
    handle: (request, response, next) => {
      const { warnings: texts } = stateOf(request);
      const writeHead = response.writeHead;
      response.writeHead = function (this: typeof response, ...parameters: any[]) {
        if (texts.length > 0 && !this.headersSent) this.setHeader('Warning', headersOf(texts));
        return (writeHead as (...all: any[]) => typeof response).apply(this, parameters);
      } as typeof response.writeHead;
      next();
    },
  };
}

/** `299 - "unknown field \"spec.x\""`; when all of them are too long together, the beginning of each. */
function headersOf(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)];
  const total = distinct.reduce((sum, text) => sum + text.length, 0);
  const shown = total > longestInTotal ? distinct.map((text) => text.slice(0, longestWhenTooMany)) : distinct;
  return shown.map((text) => `299 - ${goQuote(text)}`);
}
