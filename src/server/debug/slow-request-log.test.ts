import { expect, it } from 'vitest';
import { SlowRequestLog } from './slow-request-log.ts';

it('keeps the newest hundred slow requests, the newest first', () => {
  let now = 0;
  const log = new SlowRequestLog({ now: () => now });
  const request = {
    verb: 'list',
    resp: 200,
    latency: 600,
    user: 'ann',
    userAgent: '',
    'audit-ID': 'a',
    srcIP: '',
  };
  for (let number = 1; number <= 150; number++) {
    now = number * 1_000;
    log.add({ ...request, URI: `/${number}`, steps: { storage: 500 } });
  }
  expect(log.rows).toHaveLength(100);
  expect(log.rows[0]).toMatchObject({
    URI: '/150',
    time: '1970-01-01T00:02:30.000Z',
    steps: { storage: 500 },
  });
  expect(log.rows.at(-1)).toMatchObject({ URI: '/51' });
});
