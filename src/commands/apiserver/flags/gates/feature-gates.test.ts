import { describe, expect, it } from 'vitest';
import { FeatureGates } from './feature-gates.ts';
import { stageOf } from './gate-life.ts';

describe('the life of a gate', () => {
  const life = { alpha: 12, beta: 16, ga: 20, until: 22 };
  it.each([
    [11, undefined],
    [12, 'alpha'],
    [15, 'alpha'],
    [16, 'beta'],
    [19, 'beta'],
    [20, 'ga'],
    [22, 'ga'],
    [23, undefined],
  ])('in 1.%s it is %s', (minor, stage) => {
    expect(stageOf(life, minor)).toBe(stage);
  });
});

describe('--feature-gates', () => {
  it.each([
    ['an unknown gate', '1.23', 'Colour=true', 'unrecognized feature gate: Colour'],
    [
      'a gate of a later release',
      '1.20',
      'APIServerTracing=true',
      'unrecognized feature gate: APIServerTracing',
    ],
    [
      'a gate that is gone',
      '1.23',
      'TaintBasedEvictions=true',
      'unrecognized feature gate: TaintBasedEvictions',
    ],
    ['a property of every object', '1.23', 'toString=true', 'unrecognized feature gate: toString'],
    [
      'a GA gate that is switched off',
      '1.22',
      'ServerSideApply=false',
      'cannot set feature gate ServerSideApply to false, feature is locked to true',
    ],
    ['no value', '1.23', 'WarningHeaders', 'missing bool value for WarningHeaders'],
    [
      'a value that is no boolean',
      '1.23',
      'AppArmor=maybe',
      'invalid value of AppArmor=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
  ])('%s is refused', (_, release, text, reason) => {
    expect(() => new FeatureGates([text], release)).toThrow(
      `invalid argument ${JSON.stringify(text)} for "--feature-gates" flag: ${reason}`,
    );
  });

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
  ] as const)('%s, %s: %s is %s', (release, text, gate, on) => {
    expect(new FeatureGates([text], release).isOn(gate)).toBe(on);
  });

  it('the last word on a gate counts, across repeated flags', () => {
    const gates = new FeatureGates(['RemainingItemCount=false', ' RemainingItemCount=true ,'], '1.23');
    expect(gates.isOn('RemainingItemCount')).toBe(true);
  });

  it.each([
    [
      '1.23',
      'ServerSideApply=true',
      ['Setting GA feature gate ServerSideApply=true. It will be removed in a future release.'],
    ],
    [
      '1.20',
      'ServiceTopology=true',
      ['Setting deprecated feature gate ServiceTopology=true. It will be removed in a future release.'],
    ],
    ['1.23', 'MemoryQoS=true', ['--feature-gates: MemoryQoS changes nothing in this server']],
    ['1.23', 'APIServerTracing=true', []],
    ['1.23', 'APIServerTracing=false', ['--feature-gates: APIServerTracing changes nothing in this server']],
    ['1.23', 'RemainingItemCount=false', []],
    ['1.23', 'AllAlpha=false', []],
  ])('%s, %s: warnings', (release, text, warnings) => {
    expect(new FeatureGates([text], release).warnings).toEqual(warnings);
  });
});
