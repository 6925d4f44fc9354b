import type { IncomingMessage, ServerResponse } from 'node:http';

/** An error that the listener answers itself, in plain text, before any filter sees the request. */
export interface HttpError {
  code: number;
  reason: string;
}

/** Answers with the error. Over HTTP/1.1 the connection ends: further requests on it are not read. */
export function sendHttpError(
  request: IncomingMessage,
  response: ServerResponse,
  { code, reason }: HttpError,
): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close');
  response.end(`${code} ${reason}\n`);
}

/** The response as raw HTTP/1.1, for a socket without a parsed request. */
export function httpErrorText({ code, reason }: HttpError): string {
  const body = `${code} ${reason}\n`;
  return [
    `HTTP/1.1 ${code} ${reason}`,
    'Content-Type: text/plain; charset=utf-8',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
