import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

type SelectableFields = NonNullable<KindRules<CoreV1Pod>['selectableFields']>;

/** The fields of a release; all that there are without one. */
export function selectableFields(gates: FeatureGates): SelectableFields {
  if (!gates.isIn('1.28')) return fields;
  const { names, of, ...rest } = fields;
  return {
    ...rest,
    names: [...names, hostNetwork],
    of: (pod) => ({ ...of(pod), [hostNetwork]: String(pod.spec.hostNetwork ?? false) }),
  };
}

const hostNetwork = 'spec.hostNetwork';

const fields: SelectableFields = {
  names: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  aliases: { 'spec.host': 'spec.nodeName' },
  of: ({ spec, status }) => ({
    'spec.nodeName': spec.nodeName ?? '',
    'spec.restartPolicy': spec.restartPolicy ?? '',
    'spec.schedulerName': spec.schedulerName ?? '',
    'spec.serviceAccountName': spec.serviceAccountName ?? '',
    'status.phase': status.phase ?? '',
    'status.podIP': status.podIPs?.[0]?.ip ?? '',
    // May be asked for, but has never had a value.
    'status.podIPs': '',
    'status.nominatedNodeName': status.nominatedNodeName ?? '',
  }),
  // Every node watches its own pods.
  indexed: ['spec.nodeName'],
};
