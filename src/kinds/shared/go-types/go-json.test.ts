import { expect, test } from 'vitest';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { pod } from '../../core/pod/index.ts';
import { goJson } from './go-json.ts';

const bench = new Bench(pod({ ...dependencies, gates: new FeatureGates('1.36') }), {}, '1.36');

test('what was sent empty is shown empty, what was not sent as null', () => {
  const containers = [{ name: 'main', command: [], resources: { limits: {} } }];
  const { spec } = bench.shape({ spec: { containers } });
  expect(goJson('PodSpec', { ...spec })).toMatchObject({
    Containers: [{ Command: [], Args: null, Resources: { Limits: {}, Requests: null } }],
  });
  expect(spec.containers).toMatchObject([{ name: 'main' }]);
  expect(JSON.stringify(spec)).not.toContain('command');
});

test('the metadata of a claim template stands beside its spec', () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { accessModes: ['ReadWriteOnce'] } };
  expect(goJson('PersistentVolumeClaimTemplate', template)).toMatchObject({
    labels: { a: 'b' },
    Spec: { AccessModes: ['ReadWriteOnce'], Selector: null },
  });
});

test.each<[string, string, object, string]>([
  [
    'a priority level',
    'PriorityLevelConfigurationSpec',
    {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 7, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
    '{"Type":"Limited","Limited":{"NominalConcurrencyShares":7,"LimitResponse":{"Type":"Reject","Queuing":null},' +
      '"LendablePercent":0,"BorrowingLimitPercent":null},"Exempt":null}',
  ],
  [
    'a flow schema',
    'FlowSchemaSpec',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'g' } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/a'] }],
        },
      ],
    },
    '{"PriorityLevelConfiguration":{"Name":"exempt"},"MatchingPrecedence":2,"DistinguisherMethod":null,"Rules":' +
      '[{"Subjects":[{"Kind":"Group","User":null,"Group":{"Name":"g"},"ServiceAccount":null}],' +
      '"ResourceRules":[{"Verbs":["*"],"APIGroups":["*"],"Resources":["*"],"ClusterScope":false,"Namespaces":["*"]}],' +
      '"NonResourceRules":[{"Verbs":["*"],"NonResourceURLs":["/a"]}]}]}',
  ],
])('%s has the names of the original, and what is absent', (_, type, spec, expected) => {
  expect(JSON.stringify(goJson(type, spec))).toBe(expected);
});
