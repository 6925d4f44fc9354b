import { describe, expect, it } from 'vitest';
import { bestOf, compareVersions, strategyOf } from './candidates.ts';
import { type ElectionStep, isGone, nextStep } from './decision.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString().replace('Z', '000Z');

interface Change {
  emulation?: string;
  binary?: string;
  created?: string;
  pinged?: number;
  renewed?: number;
  strategy?: string;
}

const candidate = (name: string, change: Change = {}): any => ({
  metadata: { name, namespace: 'kube-system', creationTimestamp: change.created ?? '2029-01-01T00:00:00Z' },
  spec: {
    leaseName: 'l',
    emulationVersion: change.emulation ?? '1.35.0',
    binaryVersion: change.binary ?? '1.36.0',
    strategy: change.strategy ?? 'OldestEmulationVersion',
    ...(change.pinged === undefined ? {} : { pingTime: at(change.pinged) }),
    ...(change.renewed === undefined ? {} : { renewTime: at(change.renewed) }),
  },
});

const lease = (holderIdentity: string, renewed = -1, more: object = {}): any => ({
  metadata: { name: 'l', namespace: 'kube-system' },
  spec: { holderIdentity, leaseDurationSeconds: 15, renewTime: at(renewed), ...more },
});

describe('the best candidate', () => {
  it.each<[string, Change, Change]>([
    ['behaves like an older release', { emulation: '1.34.0' }, { emulation: '1.35.0', binary: '1.35.0' }],
    ['is of an older program', { binary: '1.35.2' }, { binary: '1.36.0' }],
    ['came first', { created: '2028-01-01T00:00:00Z' }, {}],
    ['is the first by name', {}, {}],
  ])('%s', (_, best, other) => {
    const [a, b] = [candidate('a', best), candidate('b', other)];
    expect(bestOf([b, a])).toBe(a);
  });

  it.each([
    ['1.36.0', '1.36.0', 0],
    ['1.9.0', '1.10.0', -1],
    ['1.36.0-beta.1', '1.36.0', -1],
    ['1.36.1', '1.36.0', 1],
    ['v1.36', '1.36.0', 0],
  ])('%s against %s', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected);
  });
});

describe('the strategy', () => {
  it('is that of the newest programs, if they agree', () => {
    const old = candidate('a', { binary: '1.35.0', strategy: 'example.com/own' });
    expect(strategyOf([old, candidate('b')])).toBe('OldestEmulationVersion');
    const other = candidate('c', { strategy: 'example.com/own' });
    expect(strategyOf([candidate('b'), other])).toBeUndefined();
    expect(strategyOf([candidate('b', { strategy: 'OldestEmulationVersion,example.com/own' })])).toBe(
      'OldestEmulationVersion',
    );
  });
});

describe('the next step', () => {
  const strategy = 'OldestEmulationVersion';
  const elect = (holder: string): ElectionStep => ({ do: 'elect', holder, strategy });
  const fresh = { renewed: -1 };
  it.each<[string, any, any[], ElectionStep]>([
    ['without candidates', undefined, [], { do: 'nothing' }],
    ['with a new one', undefined, [candidate('a')], { do: 'ping', names: ['a'] }],
    ['with one that was just pinged', undefined, [candidate('a', { pinged: -2 })], { do: 'nothing' }],
    ['with one that has answered', undefined, [candidate('a', { pinged: -2, renewed: -1 })], elect('a')],
    [
      'with one that has not answered beside one that has',
      undefined,
      [candidate('a', { pinged: -6, renewed: -60 }), candidate('b', { pinged: -3, renewed: -2 })],
      elect('b'),
    ],
    ['with a holder that is the best', lease('a'), [candidate('a', fresh)], { do: 'nothing' }],
    [
      'with a holder that is not',
      lease('b'),
      [candidate('a', { emulation: '1.34.0', ...fresh }), candidate('b', fresh)],
      elect('a'),
    ],
    [
      'with a holder that knows of the better one',
      lease('b', -1, { preferredHolder: 'a' }),
      [candidate('a', { emulation: '1.34.0', ...fresh }), candidate('b', fresh)],
      { do: 'nothing' },
    ],
    ['with a holder that is gone', lease('b', -60), [candidate('a', fresh)], elect('a')],
    ['with nobody', lease(''), [candidate('a', fresh)], elect('a')],
    [
      'with a strategy of others',
      undefined,
      [candidate('a', { strategy: 'example.com/own', ...fresh })],
      { do: 'elect', holder: undefined, strategy: 'example.com/own' },
    ],
    [
      'with one that was silent for a quarter of an hour',
      lease('a'),
      [candidate('a', { pinged: -1000, renewed: -950 })],
      { do: 'ping', names: ['a'] },
    ],
  ])('%s', (_, found, candidates, expected) => {
    expect(nextStep(found, candidates, now)).toEqual(expected);
  });
});

it.each([
  [{ renewed: -1700 }, false],
  [{ renewed: -1900 }, true],
  [{}, true],
  [{ created: '2029-12-31T23:59:00Z' }, false],
])('a candidate %j is gone: %s', (change, expected) => {
  expect(isGone(candidate('a', change), now)).toBe(expected);
});
