import { expect, it } from 'vitest';
import { featureGates, gateWarnings } from './feature-gates.ts';

it('a setting that is refused ends the start with the flag and the setting', () => {
  expect(() => featureGates('1.23', ['AllAlpha=true,Colour=true'], '1.22')).toThrow(
    'invalid argument "Colour=true" for "--feature-gates" flag: unrecognized feature gate: Colour',
  );
});

it('since 1.31 it is said without the flag', () => {
  expect(() => featureGates('1.36', ['Colour=true'], '1.35')).toThrow(/^unrecognized feature gate: Colour$/);
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
  ['1.23', 'IdentifyPodOS=true,OpenAPIEnums=true', []],
  ['1.36', 'MemoryQoS=true', ['--feature-gates: MemoryQoS changes nothing in this server']],
])('%s, %s: warnings', (release, text, warnings) => {
  expect(gateWarnings(featureGates(release, [text], '1.22'))).toEqual(warnings);
});
