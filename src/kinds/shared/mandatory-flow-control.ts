import type {
  FlowcontrolV1beta2FlowSchemaSpec,
  FlowcontrolV1beta2PolicyRulesWithSubjects,
  FlowcontrolV1beta2PriorityLevelConfigurationSpec,
} from '../../api/schema/types.gen.ts';

/*
 * What has to be there, and stay as it is, for any request to find its place: requests that nothing may hold back,
 * and requests for which there is no other place.
 */

export const mandatoryPriorityLevels: Readonly<
  Record<string, FlowcontrolV1beta2PriorityLevelConfigurationSpec>
> = {
  exempt: { type: 'Exempt' },
  'catch-all': {
    type: 'Limited',
    limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } },
  },
};

export const mandatoryFlowSchemas: Readonly<Record<string, FlowcontrolV1beta2FlowSchemaSpec>> = {
  exempt: {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 1,
    rules: [everythingOf('system:masters')],
  },
  'catch-all': {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [everythingOf('system:unauthenticated', 'system:authenticated')],
  },
};

function everythingOf(...groups: string[]): FlowcontrolV1beta2PolicyRulesWithSubjects {
  const all = ['*'];
  return {
    subjects: groups.map((name) => ({ kind: 'Group', group: { name } })),
    resourceRules: [{ verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all }],
    nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
  };
}
