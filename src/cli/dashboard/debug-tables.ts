import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer, isNotFound } from '../../client/api/api-error.ts';
import { CliError } from '../shared/errors/cli-error.ts';

/** The tables of the server about itself that the page shows. */
const shown = ['watch-cache', 'slow-requests'];

/**
 * A table below `/debug/`; null where the server has none, as those of others, or keeps it from the user. The page asks
 * here and not the server, as a browser reports each answer without success as an error of the page.
 */
export async function debugTable(client: ApiCaller, name: string): Promise<unknown> {
  if (!shown.includes(name)) throw new CliError('The dashboard shows no such table.');
  try {
    return await client.json({ method: 'GET', path: `/debug/${name}` });
  } catch (error) {
    if (isNotFound(error) || isAnswer(error, 403)) return null;
    throw error;
  }
}
