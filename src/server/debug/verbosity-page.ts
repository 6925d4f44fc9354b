import type { Request, Response } from 'express';
import { readBytes } from '../request/read-body.ts';
import { sendText } from '../response/plain-text.ts';

export const verbosityPath = '/debug/flags/v';
const maxVerbosity = 10;

/** PUT of a number changes how much the server logs, until it ends or the next PUT. */
export async function putVerbosity(
  request: Request,
  response: Response,
  set: (verbosity: number) => void,
): Promise<void> {
  if (request.method !== 'PUT') {
    response.setHeader('Allow', 'PUT');
    return sendText(response, 405, 'PUT a number from 0 to 10: the verbosity of the log\n');
  }
  const text = (await readBytes({ request })).toString().trim();
  if (!/^\d+$/.test(text) || Number(text) > maxVerbosity)
    return sendText(response, 400, 'the verbosity must be a number from 0 to 10\n');
  set(Number(text));
  sendText(response, 200, `the verbosity of the log is ${text} now\n`);
}
