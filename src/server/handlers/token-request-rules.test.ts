import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { tokenRequestRules } from './token-request-rules.ts';

const unknown = 'cannot bind token to object of type /v1, Kind=Node';
const disabled =
  'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled';

test.each([
  ['1.23', '', undefined, false, false, undefined],
  ['1.24', '', unknown, false, true, undefined],
  ['1.29', '', disabled, false, true, undefined],
  ['1.30', '', disabled, true, true, undefined],
  [
    '1.30',
    'ServiceAccountTokenNodeBinding=true,ServiceAccountTokenNodeBindingValidation=true',
    undefined,
    true,
    true,
    undefined,
  ],
  ['1.31', '', undefined, true, true, undefined],
  ['1.34', '', undefined, true, true, 'refuse'],
  ['1.34', 'TokenRequestServiceAccountUIDValidation=false', undefined, true, true, 'warn'],
  ['1.36', '', undefined, true, true, 'refuse'],
] as const)('a TokenRequest in %s with %j', (release, gates, refusal, showsPodNode, warns, otherUid) => {
  const { nodeRefusal, ...rules } = tokenRequestRules(new FeatureGates(release, [gates]));
  expect(nodeRefusal?.('/v1, Kind=Node')).toBe(refusal);
  expect(rules).toEqual({ showsPodNode, warnsOfShortLife: warns, otherUid });
});
