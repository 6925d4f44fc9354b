import { expect, it } from 'vitest';
import { buildChain } from './chain.ts';

it('takes requests through the filters in the order that safety needs', () => {
  const chain = buildChain({ dialect: {} } as never);
  expect(chain.map(({ name }) => name)).toEqual([
    'request-info',
    'request-metrics',
    'timeout',
    'startup',
    'authentication',
    'audit',
    'impersonation',
    'in-flight',
    'authorization',
    'lease-holder',
    'dispatch',
  ]);
});
