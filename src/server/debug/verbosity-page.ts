import type { Request, Response } from 'express';
import { sendText } from '../routing/health.ts';

export const verbosityPath = '/debug/flags/v';
/** Bytes of a body: a number. */
const maxBody = 64;
const mostVerbose = 10;

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
  const text = await bodyOf(request);
  if (!/^\d+$/.test(text) || Number(text) > mostVerbose)
    return sendText(response, 400, 'the verbosity must be a number from 0 to 10\n');
  set(Number(text));
  sendText(response, 200, `the verbosity of the log is ${text} now\n`);
}

/** Of a longer one the beginning. */
async function bodyOf(request: Request): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBody) break;
  }
  return text.trim();
}
