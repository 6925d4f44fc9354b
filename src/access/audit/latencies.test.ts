import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { StepTimes } from '../../util/tracing/request-trace.ts';
import { auditRules } from './audit-rules.ts';
import { latencyAnnotations } from './latencies.ts';

const times = Object.assign(new StepTimes(), {
  storage: 400.5,
  serialization: 1,
  flowControl: 20,
  authentication: 2,
  authorization: 3,
  impersonation: 4,
});

test.each<[string, string[]]>([
  ['1.24', ['etcd', 'response-write', 'serialize-response-object', 'total']],
  ['1.27', ['apf-queue-wait', 'etcd', 'response-write', 'serialize-response-object', 'total']],
  [
    '1.36',
    [
      ...['apf-queue-wait', 'authentication', 'authorization', 'etcd', 'impersonation'],
      ...['response-write', 'serialize-response-object', 'total'],
    ],
  ],
])('in %s, a slow request says how long these steps took: %j', (release, names) => {
  const { latencies } = auditRules(new FeatureGates(release));
  const found = latencyAnnotations({ begun: 1000, times, answered: 1600 }, latencies!, 1700);
  expect(found.map(([name]) => name).sort()).toEqual(names);
  expect(new Map(found).get('etcd')).toBe('400.5ms');
  expect(new Map(found).get('total')).toBe('700ms');
});

test('one that is not slow says nothing, nor does one of an earlier release', () => {
  const { latencies } = auditRules(new FeatureGates('1.36'));
  expect(latencyAnnotations({ begun: 1000, times, answered: 0 }, latencies!, 1500)).toEqual([]);
  expect(auditRules(new FeatureGates('1.23')).latencies).toBeUndefined();
});

test.each([
  ['1.23', false, false, false],
  ['1.32', false, true, false],
  ['1.36', true, true, true],
])('%s: any group %s, details %s, no end of a file %s', (release, takesAnyGroup, hasDetails, isUnlimited) => {
  expect(auditRules(new FeatureGates(release))).toMatchObject({
    takesAnyGroup,
    hasDetails,
    isUnlimitedAtZero: isUnlimited,
  });
});
