import { expect, it } from 'vitest';
import { RequestTrace } from '../../util/tracing/request-trace.ts';
import { attachConnection, type Connection } from '../http/connection.ts';
import { setState } from '../request-state.ts';
import { type SlowRequest, slowRequests } from './slow-requests.ts';

interface Done {
  verb?: string;
  /** Milliseconds that it takes, and of these in the store. */
  takes?: number;
  storage?: number;
  answeredAfter?: number;
  url?: string;
}

function scene() {
  let now = performance.now();
  const lines: SlowRequest[] = [];
  const filter = slowRequests(
    (line) => lines.push(line),
    () => now,
  );
  const request = ({ verb = 'list', takes = 0, storage = 0, answeredAfter, url = '/api/v1/pods' }: Done) => {
    const trace = new RequestTrace();
    now = Math.max(now, trace.begun);
    const whenDone: (() => void)[] = [];
    // Its client has gone, and with it the socket.
    const asked = { originalUrl: url, headers: { 'user-agent': 'k' } };
    attachConnection(asked, { remoteAddress: '::1' } as Connection);
    const info = { verb, subresource: '' };
    setState(asked as never, { info, trace, whenDone, auditId: 'a1', user: { name: 'ann' } } as never);
    filter.handle(asked as never, { statusCode: 200 } as never, () => {});
    const begun = trace.begun;
    trace.add('storage', storage);
    if (answeredAfter !== undefined) trace.answered = begun + answeredAfter;
    now = begun + takes;
    for (const call of whenDone) call();
  };
  return { lines, request };
}

it('a slow request is reported with where its time went', () => {
  const { lines, request } = scene();
  request({ takes: 700, storage: 600.04, answeredAfter: 650 });
  expect(lines).toEqual([
    {
      verb: 'list',
      URI: '/api/v1/pods',
      resp: 200,
      latency: 700,
      steps: { storage: 600, response: 50 },
      user: 'ann',
      userAgent: 'k',
      'audit-ID': 'a1',
      srcIP: '::1',
    },
  ]);
});

it.each([
  ['one that is fast enough', { takes: 499 }],
  ['a watch', { takes: 60_000, verb: 'watch' }],
])('%s is not', (_, done) => {
  const { lines, request } = scene();
  request(done);
  expect(lines).toEqual([]);
});

it('what the client sent is cut, and lines of a second are counted', () => {
  const { lines, request } = scene();
  for (let n = 0; n < 15; n++) request({ takes: 501, url: `/${'x'.repeat(5_000)}` });
  expect(lines).toHaveLength(10);
  expect(lines[0]!.URI).toHaveLength(512);
  request({ takes: 5_000 });
  expect(lines.slice(10).map(({ unlogged }) => unlogged)).toEqual([5]);
});
