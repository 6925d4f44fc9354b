import { expect, it } from 'vitest';
import type { AdmissionDecision } from '../../api/request/decisions.ts';
import { admissionLines } from './admission-lines.ts';

const lines = (step: Partial<AdmissionDecision>): string[] =>
  admissionLines({ steps: [{ step: 'validate', ...step }], passed: [], isTooLarge: false } as never);

it.each<[string, Partial<AdmissionDecision>, string[]]>([
  [
    'a policy, its binding and its expression',
    { policy: 'limit', binding: 'limit-prod', expression: 'object.spec.replicas <= 5', message: 'too many' },
    [
      'refused by policy limit with binding limit-prod: too many',
      '  by its expression object.spec.replicas <= 5',
    ],
  ],
  [
    'a policy that cannot be followed',
    { policy: 'limit', message: 'no params found' },
    ['refused by policy limit: no params found'],
  ],
  ['a plugin', { plugin: 'LimitRanger', message: 'too much' }, ['refused by LimitRanger: too much']],
  [
    'a webhook',
    { webhook: 'a.example.com', configuration: 'c', message: 'no' },
    ['refused by webhook a.example.com of configuration c: no'],
  ],
])('a refusal names %s', (_, step, expected) => {
  expect(lines({ outcome: 'refused', ...step })).toEqual(expected);
});
