import { expect, it } from 'vitest';
import { Bench, dependencies, metadata, texts } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { event } from './index.ts';

const eventTime = '2021-03-04T05:06:07.000000Z';
const base = {
  metadata: metadata('a'),
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'p' },
  eventTime,
  reportingComponent: 'a.example/c',
  reportingInstance: 'c-1',
  action: 'Run',
  reason: 'Ran',
  type: 'Normal',
};

const rulesOf = (release: string) => event({ ...dependencies, gates: new FeatureGates(release) });
const strict = `events.${dependencies.dialect.api}/v1`;

it.each([
  ['1.23', strict, []],
  ['1.24', 'v1', []],
  [
    '1.24',
    strict,
    [
      'reason: Invalid value: "Other": field is immutable',
      'reason: Invalid value: "Other": field is immutable',
    ],
  ],
])('%s: through %s another reason is %j', (release, apiVersion, errors) => {
  const rules = rulesOf(release);
  const bench = new Bench(rules, base, release);
  const found = rules.validateUpdate!(bench.decode({ reason: 'Other' }), bench.decode(), apiVersion);
  expect(texts(found)).toEqual(errors);
});

it.each([
  ['1.23', 5],
  ['1.24', 4],
])('%s counts a series of 4 as %i', (release, count) => {
  const bench = new Bench(rulesOf(release), base, release);
  expect(bench.row({ series: { count: 4, lastObservedTime: eventTime } })['Count']).toBe(count);
});

it.each([
  ['1.23', strict, []],
  ['1.24', 'v1', []],
  [
    '1.24',
    strict,
    [
      'metadata.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
    ],
  ],
])('%s: through %s a plain finalizer is %j', (release, apiVersion, errors) => {
  const rules = rulesOf(release);
  const bench = new Bench(rules, base, release);
  const named = bench.decode({ metadata: { ...metadata('a.1'), finalizers: ['mine'] } });
  const found = texts(rules.validateCreate!(named, apiVersion));
  expect(found.filter((text) => text.includes('finalizers'))).toEqual(errors);
});

it.each([
  ['1.32', strict, 0],
  ['1.33', 'v1', 0],
  ['1.33', strict, 1],
])('%s: through %s another uid is told %i times', (release, apiVersion, count) => {
  const rules = rulesOf(release);
  const bench = new Bench(rules, base, release);
  const decoded = (uid: string) =>
    bench.decode({ metadata: { ...metadata('a.1'), uid, resourceVersion: '1' } });
  const found = texts(rules.validateUpdate!(decoded('2'), decoded('1'), apiVersion));
  expect(found.filter((text) => text.startsWith('metadata.uid: '))).toHaveLength(count);
});
