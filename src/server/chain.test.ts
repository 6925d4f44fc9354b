import { expect, it } from 'vitest';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { buildChain } from './chain.ts';
import { ShutdownGate } from './filters/shutdown-gate.ts';

const edge = {
  allowsOrigin: undefined,
  strictTransportSecurity: undefined,
  goawayChance: 0,
  compresses: true,
  gate: new ShutdownGate('apiserver/'),
};

const namesOf = (given: object): string[] =>
  buildChain({
    dialect: {},
    metrics: { authorization: {} },
    gates: new FeatureGates('1.36'),
    ...given,
  } as never).map(({ name }) => name);

it('takes requests through the filters in the order that safety needs', () => {
  expect(namesOf({ edge })).toEqual([
    'request-info',
    'request-metrics',
    'slow-requests',
    'request-log',
    'shutdown',
    'timeout',
    'startup',
    'authentication',
    'audit',
    'explanation',
    'impersonation',
    'in-flight',
    'authorization',
    'lease-holder',
    'dispatch',
  ]);
});

it.each([
  ['1.32', 'shutdown'],
  ['1.33', 'audit'],
])('begins traces in %s before %s', (release, next) => {
  const gates = new FeatureGates(release);
  const names = namesOf({ edge, tracer: {}, dialect: { service: 'product' }, gates });
  expect(names[names.indexOf('tracing') + 1]).toBe(next);
});

it('has more filters before authentication where flags ask for them', () => {
  const all = {
    allowsOrigin: () => true,
    strictTransportSecurity: 'max-age=1',
    goawayChance: 0.01,
    compresses: false,
    gate: new ShutdownGate('apiserver/'),
  };
  const names = namesOf({ edge: all });
  expect(names.slice(0, names.indexOf('authentication'))).toEqual([
    'request-info',
    'request-metrics',
    'slow-requests',
    'request-log',
    'shutdown',
    'strict-transport-security',
    'without-compression',
    'goaway',
    'timeout',
    'cors',
    'startup',
  ]);
});
