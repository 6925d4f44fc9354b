/**
 * What is compared with: node:https and nothing else, as a process of its own. It answers with bytes that it
 * has in memory, whatever it is asked, and so costs what TLS and HTTP cost in this runtime.
 * Started by plain.ts, which tells it over IPC what to answer.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One answer. Bodies travel as files, since they may have tens of megabytes. */
export interface PlainAnswer {
  /** `GET /path?query`; or a method alone, for every path that has no answer of its own. */
  readonly key: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly file: string;
}

export interface PlainScript {
  readonly answers: readonly PlainAnswer[];
  /** GETs stay open, and every other request sends the content of this file to each of them. */
  readonly event?: string;
}

const blockSize = 256 * 1024;

let answers = new Map<string, PlainAnswer & { body: Buffer }>();
let event: Buffer | undefined;
const watchers = new Set<ServerResponse>();

function answer(request: IncomingMessage, response: ServerResponse): void {
  const method = request.method!;
  if (event !== undefined && method === 'GET') {
    watch(response);
    return;
  }
  request.resume();
  const found = answers.get(`${method} ${request.url}`) ?? answers.get(method);
  if (found === undefined) {
    response.writeHead(404, { 'Content-Length': 0 }).end();
    return;
  }
  response.statusCode = found.status;
  for (const [name, value] of found.headers) response.setHeader(name, value);
  const { body } = found;
  request.once('end', () => {
    if (body.length <= blockSize) response.end(body);
    else sendBlocks(response, body, 0);
  });
  if (event !== undefined) for (const watcher of watchers) watcher.write(event);
}

/** As fast as the peer reads: all at once would encrypt and hold everything. */
function sendBlocks(response: ServerResponse, body: Buffer, from: number): void {
  for (let at = from; at < body.length; at += blockSize) {
    if (!response.write(body.subarray(at, at + blockSize))) {
      response.once('drain', () => sendBlocks(response, body, at + blockSize));
      return;
    }
  }
  response.end();
}

function watch(response: ServerResponse): void {
  response.setHeader('Content-Type', 'application/json');
  response.flushHeaders();
  watchers.add(response);
  response.once('close', () => watchers.delete(response));
}

const [certFile, keyFile] = process.argv.slice(2);
const server = createServer(
  {
    cert: readFileSync(certFile!),
    key: readFileSync(keyFile!),
    minVersion: 'TLSv1.2',
    requestCert: true,
    rejectUnauthorized: false,
    noDelay: true,
    keepAliveTimeout: 90_000,
  },
  answer,
);
server.listen(0, '127.0.0.1', 1024, () => process.send!((server.address() as AddressInfo).port));

process.on('message', (script: PlainScript) => {
  answers = new Map(script.answers.map((item) => [item.key, { ...item, body: readFileSync(item.file) }]));
  event = script.event === undefined ? undefined : readFileSync(script.event);
  process.send!('ready');
});
// Ctrl-C reaches the whole group: the parent decides when it is over.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
