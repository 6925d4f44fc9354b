import { equalValues } from '../../api/json/json-values.ts';
import type {
  FlowcontrolV1beta2FlowSchemaSpec,
  FlowcontrolV1beta2PolicyRulesWithSubjects,
  FlowcontrolV1beta2PriorityLevelConfigurationSpec,
} from '../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../api/validation/field-errors.ts';

/*
 * The mandatory objects of priority and fairness: `exempt` for requests that are never limited, `catch-all` for those
 * that match no other FlowSchema. They always exist and their specs cannot change.
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
    rules: [allRequestsOf('system:masters')],
  },
  'catch-all': {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [allRequestsOf('system:unauthenticated', 'system:authenticated')],
  },
};

function allRequestsOf(...groups: string[]): FlowcontrolV1beta2PolicyRulesWithSubjects {
  const all = ['*'];
  return {
    subjects: groups.map((name) => ({ kind: 'Group', group: { name } })),
    resourceRules: [{ verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all }],
    nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
  };
}

/** The spec of a mandatory object is the fixed one. `mandatory`: the specs of its kind, by name. */
export function validateMandatorySpec(
  name: string,
  spec: object,
  mandatory: Readonly<Record<string, object>>,
): FieldError[] {
  return !Object.hasOwn(mandatory, name) || equalValues(spec, mandatory[name])
    ? []
    : [invalid(FieldPath.of('spec'), spec, `spec of '${name}' must equal the fixed value`)];
}
