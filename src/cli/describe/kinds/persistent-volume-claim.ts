import type { CoreV1PersistentVolumeClaim, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { humanDuration } from '../../../util/duration.ts';
import { describeClaimSpec } from '../../shared/description/claim-spec.ts';
import { type Description, timeText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';
import { podsIn } from '../parts/pod-counts.ts';

export const persistentVolumeClaim: Describer<CoreV1PersistentVolumeClaim> = {
  async describe(to, object, tools) {
    const { metadata, status } = object;
    const pods = await podsIn(tools, metadata.namespace);
    const users = pods.filter((pod) => uses(pod, object)).map((pod) => pod.metadata.name ?? '');
    const { deletionTimestamp } = metadata;
    const phase = deletionTimestamp
      ? `Terminating (lasts ${humanDuration(tools.now - Date.parse(deletionTimestamp))})`
      : (status?.phase ?? '');
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    describeClaimSpec(to, object, phase);
    to.values(0, 'Used By', users.sort());
    describeConditions(to, status?.conditions);
  },
};

/** Whether a volume of the pod is this claim, or the claim was made for the pod. */
const uses = ({ metadata, spec }: CoreV1Pod, claim: CoreV1PersistentVolumeClaim): boolean =>
  (spec.volumes ?? []).some(
    ({ persistentVolumeClaim: used }) => used !== undefined && used.claimName === claim.metadata.name,
  ) || (claim.metadata.ownerReferences ?? []).some(({ kind, uid }) => kind === 'Pod' && uid === metadata.uid);

function describeConditions(
  to: Description,
  conditions: NonNullable<CoreV1PersistentVolumeClaim['status']>['conditions'] = [],
): void {
  if (conditions.length === 0) return;
  to.line(0, 'Conditions:');
  // The line below the titles is shorter than one of them in other clients as well.
  to.line(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage');
  to.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const { type, status, lastProbeTime, lastTransitionTime, reason, message } of conditions) {
    const times = [timeText(lastProbeTime), timeText(lastTransitionTime)];
    const cells = [type, status, ...times, reason ?? ''].map((cell) => `${cell} `);
    to.line(1, [...cells, message ?? ''].join('\t'));
  }
}
