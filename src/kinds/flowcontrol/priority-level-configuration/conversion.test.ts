import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { laterVersions } from './conversion.ts';
import { priorityLevelValidation } from './validation.ts';

const group = 'flowcontrol.apiserver.k8s.io';
const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const annotation = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const stored = (shares: number, annotations?: object): any => ({
  metadata: { name: 'l', ...(annotations && { annotations }) },
  spec: { type: 'Limited', limited: { assuredConcurrencyShares: shares, lendablePercent: 50 } },
});
const served = (shares: number | null, annotations?: object): any => ({
  metadata: { name: 'l', ...(annotations && { annotations }) },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: shares, lendablePercent: 50 } },
});

describe('the shares of a level', () => {
  const versions = laterVersions(group, kubernetes, true);
  const [v1, beta3] = [versions[`${group}/v1`]!, versions[`${group}/v1beta3`]!];

  it.each([
    ['v1', v1, served(7), 7],
    ['v1', v1, served(0), 0],
    ['v1', v1, served(null), 30],
    ['v1beta3', beta3, served(7), 7],
    ['v1beta3', beta3, served(0), 30],
    ['v1beta3', beta3, served(0, { [annotation]: '' }), 0],
  ])('%s: %#: are stored as %s', (_, version, given, shares) => {
    const { metadata, spec } = version.toStored!(given);
    expect(spec.limited).toEqual({ assuredConcurrencyShares: shares, lendablePercent: 50 });
    expect(metadata.annotations ?? {}).not.toHaveProperty([annotation]);
  });

  it.each([0, 7])('%i survives the way out of the store and back', (shares) => {
    for (const version of [v1, beta3])
      expect(version.toStored!(version.fromStored!(stored(shares))).spec).toEqual(stored(shares).spec);
  });

  it('is said to be meant in v1beta3 only where it is none', () => {
    expect(beta3.fromStored!(stored(0)).metadata.annotations).toEqual({ [annotation]: '' });
    expect(beta3.fromStored!(stored(7)).metadata.annotations).toBeUndefined();
    expect(v1.fromStored!(stored(0)).metadata.annotations).toBeUndefined();
  });

  it('is never meant to be none in v1beta3 where levels need some', () => {
    const earlier = laterVersions(group, kubernetes, false)[`${group}/v1beta3`]!;
    expect(earlier.fromStored!(stored(0)).metadata.annotations).toBeUndefined();
  });
});

it.each([
  ['1.28', []],
  ['1.29', [`metadata.annotations: Forbidden: annotation '${annotation}' is forbidden`]],
])('in %s the annotation is not for other versions: %j', (release, errors) => {
  const validate = priorityLevelValidation(kubernetes, new FeatureGates(release));
  const { spec } = stored(7);
  spec.limited.limitResponse = { type: 'Reject' };
  const level = { metadata: { name: 'l', annotations: { [annotation]: '' } }, spec, status: {} } as any;
  expect(validate(level, `${group}/v1`).map(fieldErrorText)).toEqual(errors);
});
