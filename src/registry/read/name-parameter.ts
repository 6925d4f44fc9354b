import { badRequest } from '../../api/meta/status.ts';
import { nameIsPathSegment } from '../../api/validation/names.ts';
import { goQuote } from '../../util/quote.ts';

/** Refuses names under which nothing can be stored. Throws BadRequest. */
export function checkNameParameter(name: string): void {
  const problems = nameIsPathSegment(name, false);
  if (problems.length > 0)
    throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${problems.join(';')}`);
}
