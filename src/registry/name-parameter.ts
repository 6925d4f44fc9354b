import { nameIsPathSegment } from '../api/machinery/names.ts';
import { goQuote } from '../api/machinery/quote.ts';
import { badRequest } from '../api/machinery/status.ts';

/** Refuses names under which nothing can be stored. Throws BadRequest. */
export function checkNameParameter(name: string): void {
  const faults = nameIsPathSegment(name, false);
  if (faults.length > 0) throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${faults.join(';')}`);
}
