import type { IncomingMessage, ServerResponse } from 'node:http';
import { CliError } from '../shared/errors/cli-error.ts';
import { explainError } from '../shared/errors/explain-error.ts';

/** Bytes of a manifest. */
const maxBody = 3 * 1_048_576;

/** A question that this process answers. `body`: "" of a GET. */
export type LocalCall = (query: URLSearchParams, body: string) => Promise<unknown>;

/** By method and name: `GET session`. */
export type LocalCalls = ReadonlyMap<string, LocalCall>;

/** Answers JSON; `{ message }` of what went wrong, as a sentence. */
export async function answerLocally(
  calls: LocalCalls,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { pathname, searchParams } = new URL(path, 'http://page');
  const call = calls.get(`${request.method} ${pathname.slice('/local/'.length)}`);
  if (call === undefined) return send(response, 404, { message: 'The dashboard has no such call.' });
  try {
    const value = await call(searchParams, await textOf(request));
    send(response, 200, value === undefined ? {} : value);
  } catch (error) {
    const [line = ''] = error instanceof CliError ? [error.message] : explainError(error);
    // Without the stack of an error of this program.
    send(response, 422, {
      message: line.replace(/\n\s+at [\s\S]*/, '').replace(/^error: (\w*Error: )?/, ''),
    });
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > maxBody) throw new CliError('The text is too long: at most 3 MiB are taken.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
