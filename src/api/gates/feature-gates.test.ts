import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { FeatureGates, GateError } from './feature-gates.ts';

describe('a setting is refused', () => {
  it.each([
    ['an unknown gate', '1.23', 'Colour=true', 'unrecognized feature gate: Colour'],
    ['a later gate', '1.20', 'APIServerTracing=true', 'unrecognized feature gate: APIServerTracing'],
    [
      'a gate of 1.23 in a release before',
      '1.22',
      'JobReadyPods=true',
      'unrecognized feature gate: JobReadyPods',
    ],
    [
      'a gate that is gone',
      '1.23',
      'TaintBasedEvictions=true',
      'unrecognized feature gate: TaintBasedEvictions',
    ],
    ['a property of every object', '1.23', 'toString=true', 'unrecognized feature gate: toString'],
    [
      'a locked gate',
      '1.22',
      'ServerSideApply=false',
      'cannot set feature gate ServerSideApply to false, feature is locked to true',
    ],
    [
      'a gate that is locked off',
      '1.35',
      'AllowOverwriteTerminationGracePeriodSeconds=true',
      'cannot set feature gate AllowOverwriteTerminationGracePeriodSeconds to true, feature is locked to false',
    ],
    [
      'a gate of a later release, where releases are known',
      '1.34',
      'VolumeLimitScaling=true',
      'cannot set feature gate VolumeLimitScaling to true, feature is PreAlpha at emulated version 1.34, ' +
        'min compatibility version 1.33',
    ],
    ['no value', '1.23', 'WarningHeaders', 'missing bool value for WarningHeaders'],
    [
      'a value that is no boolean',
      '1.23',
      'AppArmor=maybe',
      'invalid value of AppArmor=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      'a component before there were any',
      '1.30',
      'kube:AppArmor=true',
      'unrecognized feature gate: kube:AppArmor',
    ],
    ['another component', '1.31', 'cloud:AppArmor=true', 'component not registered: cloud'],
    [
      'a gate without what it needs',
      '1.35',
      'DRADeviceTaints=false,DRADeviceTaintRules=true',
      'DRADeviceTaintRules is enabled, but depends on features that are disabled: [DRADeviceTaints]',
    ],
  ])('%s', (_, release, text, reason) => {
    expect(() => new FeatureGates(release, [text])).toThrow(new GateError(text, reason));
  });
});

describe('a gate', () => {
  it.each([
    ['1.19', '', 'APIPriorityAndFairness', false],
    ['1.20', '', 'APIPriorityAndFairness', true],
    ['1.23', '', 'RemainingItemCount', true],
    ['1.23', 'RemainingItemCount=F', 'RemainingItemCount', false],
    ['1.23', '', 'APIServerIdentity', false],
    ['1.23', 'APIServerIdentity=1', 'APIServerIdentity', true],
    ['1.23', 'AllAlpha=true', 'APIServerIdentity', true],
    ['1.23', 'AllAlpha=true,APIServerIdentity=false', 'APIServerIdentity', false],
    ['1.23', 'AllBeta=false', 'RemainingItemCount', false],
    ['1.23', 'AllBeta=false,RemainingItemCount=true', 'RemainingItemCount', true],
    ['1.23', 'AllAlpha=false', 'RemainingItemCount', true],
    ['1.19', '', 'APIServerIdentity', false],
    ['1.26', '', 'APIServerIdentity', true],
    ['1.31', 'kube:APIServerIdentity=false', 'APIServerIdentity', false],
    ['1.36', '', 'RemainingItemCount', true],
    ['1.32', '', 'WatchList', true],
    ['1.33', '', 'WatchList', false],
    ['1.34', '', 'WatchList', true],
  ] as const)('of %s with %j: %s is on: %s', (release, text, gate, on) => {
    expect(new FeatureGates(release, [text]).isOn(gate)).toBe(on);
  });

  it('that no release has is a bug of who asks', () => {
    expect(() => new FeatureGates('1.23').isOn('Colour')).toThrow('no release has the feature gate Colour');
  });

  it('has the last word that is said of it, across repeated flags', () => {
    const gates = new FeatureGates('1.23', ['RemainingItemCount=false', ' RemainingItemCount=true ,']);
    expect(gates.isOn('RemainingItemCount')).toBe(true);
    expect([...gates.given]).toEqual([['RemainingItemCount', { value: true, stage: 'beta' }]]);
  });
});

const facts = new URL('../../../../shared/facts/types/gates.facts', import.meta.url);

/** `gate X: <=1.23:beta,on 1.29:GA,on,locked 1.33:gone` as [release, name, stage, on] of the first release of each stage. */
function* rowsOf(
  text: string,
): Generator<[release: string, name: string, stage: string | undefined, isOn: boolean]> {
  for (const [, name, life] of text.matchAll(/^gate (\S+): (.*)$/gm)) {
    for (const change of life!.split(' ')) {
      const [release, state] = change.split(':');
      const [stage, isOn] = state!.split(',');
      const at = release!.replace('<=', '');
      yield [at, name!, stage === 'gone' ? undefined : stage!.toLowerCase(), isOn === 'on'];
    }
  }
}

test.skipIf(!existsSync(facts))(
  'every gate is as facts about every release have it, where these are at hand',
  () => {
    const byRelease = new Map(
      Array.from({ length: 14 }, (_, i) => [`1.${23 + i}`, new FeatureGates(`1.${23 + i}`)]),
    );
    const differences = [...rowsOf(readFileSync(facts, 'utf8'))].filter(([release, name, stage, isOn]) => {
      const reading = [...byRelease.get(release)!.readings()].find((one) => one.name === name);
      return reading?.stage !== stage || (stage !== undefined && reading?.isOn !== isOn);
    });
    expect(differences).toEqual([]);
  },
);

test.each([
  ['1.32', '1.33', false],
  ['1.33', '1.36', true],
  ['1.36', '1.36', true],
])('a server of %s has the rules of %s: %s', (release, since, isIn) => {
  expect(new FeatureGates(release).isIn(since)).toBe(isIn);
});
