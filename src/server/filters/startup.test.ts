import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { ErrorTexts } from '../../api/meta/error-texts.ts';
import { requestInfo } from './request-info.ts';
import { startup } from './startup.ts';

test.each([
  ['an object', '/api/v1/namespaces/a/pods/b', 503],
  ['what is served', '/apis', 503],
  ['metrics', '/metrics', 503],
  ['what only begins like health', '/healthzz', 503],
  ['health', '/readyz', 200],
  ['one check of it', '/livez/ping', 200],
])(
  'who asks for %s while the caches are loaded is told to come again, unless it is health',
  async (_, path, early) => {
    let isLoaded = false;
    const application = express();
    const known = requestInfo({ now: () => 0 }, { uuid: () => 'id' } as never, new ErrorTexts('1.23'));
    application.use(
      known.handle,
      startup(
        () => isLoaded,
        (_, response) => void response.end('not yet'),
      ).handle,
      (_, response) => void response.end('done'),
    );
    const server = createServer(application).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    const first = await ask();
    expect(first.status).toBe(early);
    if (early === 200) expect(await first.text()).toBe('not yet');
    else {
      expect(first.headers.get('retry-after')).toBe('1');
      expect(await first.json()).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable', code: 503 });
    }
    isLoaded = true;
    expect((await ask()).status).toBe(200);
  },
);
