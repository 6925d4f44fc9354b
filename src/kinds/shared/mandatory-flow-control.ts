import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { GoText } from '../../api/go-format/go-syntax.ts';
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

/** The release from which on levels lend seats to others, and that in which the exempt one has a share. */
const lendsSince = '1.26';
const exemptHasShareSince = '1.28';

export type MandatoryLevels = Readonly<Record<string, FlowcontrolV1beta2PriorityLevelConfigurationSpec>>;

export function mandatoryPriorityLevels(gates: Pick<FeatureGates, 'isIn'>): MandatoryLevels {
  const lent = gates.isIn(lendsSince) ? { lendablePercent: 0 } : {};
  return {
    exempt: gates.isIn(exemptHasShareSince)
      ? { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }
      : { type: 'Exempt' },
    'catch-all': {
      type: 'Limited',
      limited: Object.assign({ assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } }, lent),
    },
  };
}

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

/** The spec of a mandatory object is the fixed one. `mandatory`: the specs of its kind, by name. `shown`: for a message. */
export function validateMandatorySpec(
  name: string,
  spec: object,
  mandatory: Readonly<Record<string, object>>,
  shown: () => GoText,
): FieldError[] {
  return !Object.hasOwn(mandatory, name) || equalValues(spec, mandatory[name])
    ? []
    : [invalid(FieldPath.of('spec'), shown(), `spec of '${name}' must equal the fixed value`)];
}
