import { expect, it } from 'vitest';
import type { Dialect } from '../../api/meta/dialect.ts';
import { policyExemption } from './exempt.ts';

const dialect = { api: 'example' } as Dialect;
const isExempt = (release: string, group: string, resource: string, isInFile = false): boolean =>
  policyExemption(dialect, release, isInFile)({ operation: 'CREATE', group, resource, subresource: '' });

it.each([
  ['1.26', 'authorization.example', 'subjectaccessreviews', false],
  ['1.29', 'authentication.example', 'tokenreviews', false],
  ['1.30', 'authentication.example', 'tokenreviews', true],
  ['1.30', 'authentication.example', 'selfsubjectreviews', true],
  ['1.36', 'authorization.example', 'selfsubjectrulesreviews', true],
  ['1.26', 'admissionregistration.example', 'validatingadmissionpolicies', true],
  ['1.36', 'admissionregistration.example', 'mutatingadmissionpolicybindings', true],
  ['1.36', 'admissionregistration.example', 'validatingwebhookconfigurations', false],
  ['1.36', '', 'pods', false],
])('in %s policies of the API do not see %s %s: %s', (release, group, resource, exempt) => {
  expect(isExempt(release, group, resource)).toBe(exempt);
});

it('those in files see policies of the API, and no reviews', () => {
  expect(isExempt('1.36', 'admissionregistration.example', 'validatingadmissionpolicies', true)).toBe(false);
  expect(isExempt('1.36', 'authorization.example', 'subjectaccessreviews', true)).toBe(true);
});
