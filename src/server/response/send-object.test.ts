import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { plainJson } from '../../api/codec/negotiation.ts';
import { RequestTrace } from '../../util/tracing/request-trace.ts';
import type { Exchange } from '../exchange.ts';
import { setState } from '../request-state.ts';
import { sendObject, sendWritten } from './send-object.ts';

const object = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}';

/** The answer to a request for a form, of which one part of the server goes wrong. */
async function answer(send: typeof sendWritten, format: string, change: object): Promise<[number, unknown]> {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  const response = new ServerResponse(request);
  const state = { info: { query: new Map() }, warnings: [], whenDone: [], trace: new RequestTrace() };
  setState(request as never, state as never);
  const body = new Promise<string>((resolve) => {
    response.end = ((bytes: Buffer) => resolve(bytes.toString())) as never;
  });
  const codec = { json: (json: Buffer) => json };
  const parts = { request, response, state, served: { codec }, accept: { ...plainJson, format } };
  send({ ...parts, ...change } as unknown as Exchange, {} as never, 201, { json: Buffer.from(object) });
  await body;
  return [response.statusCode, response.getHeader('content-type')];
}

it('a write that is done is acknowledged in JSON when its form cannot be made', async () => {
  const accept = { ...plainJson, format: 'application/vnd.example.protobuf', isProtobuf: true };
  expect(await answer(sendWritten, '', { accept })).toEqual([201, 'application/json']);
});

it('an object is answered in YAML', async () => {
  expect(await answer(sendObject, 'application/yaml', {})).toEqual([201, 'application/yaml']);
});
