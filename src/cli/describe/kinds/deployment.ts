import type { AppsV1Deployment, AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { type Description, timeText } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer, DescribeTools } from '../describer.ts';
import { describeReasons } from '../parts/conditions.ts';

export const deployment: Describer<AppsV1Deployment> = {
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.field(0, 'Selector', labelSelectorText(spec.selector));
    const {
      updatedReplicas = 0,
      replicas = 0,
      availableReplicas = 0,
      unavailableReplicas = 0,
    } = status ?? {};
    to.field(
      ...[0, 'Replicas'],
      `${spec.replicas ?? 1} desired | ${updatedReplicas} updated | ${replicas} total | ${availableReplicas} available | ${unavailableReplicas} unavailable`,
    );
    to.field(0, 'StrategyType', spec.strategy?.type);
    to.field(0, 'MinReadySeconds', spec.minReadySeconds ?? 0);
    const { rollingUpdate } = spec.strategy ?? {};
    if (rollingUpdate !== undefined) {
      const { maxUnavailable, maxSurge } = rollingUpdate;
      to.field(0, 'RollingUpdateStrategy', `${maxUnavailable} max unavailable, ${maxSurge} max surge`);
    }
    describePodTemplate(to, spec.template);
    describeReasons(to, status?.conditions);
    await describeReplicaSets(to, object, tools);
  },
};

/** ReplicaSets that the deployment controls; the one with the highest revision is the new one. */
async function describeReplicaSets(
  to: Description,
  { metadata, spec }: AppsV1Deployment,
  { client }: DescribeTools,
): Promise<void> {
  const type = { group: 'apps', version: 'v1', resource: 'replicasets' };
  const found = await client
    .json<{ items: AppsV1ReplicaSet[] }>({
      method: 'GET',
      path: pathOf(type, metadata.namespace ?? ''),
      query: { labelSelector: labelSelectorText(spec.selector) },
    })
    .catch(() => ({ items: [] }));
  const own = found.items.filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some(({ uid, controller }) => controller === true && uid === metadata.uid),
  );
  if (own.length === 0) return;
  const [newest, ...old] = own.toSorted((a, b) => revisionOf(b) - revisionOf(a));
  const text = (set: AppsV1ReplicaSet): string =>
    `${set.metadata.name} (${set.status?.replicas ?? 0}/${set.spec?.replicas ?? 0} replicas created)`;
  to.field(0, 'OldReplicaSets', old.length === 0 ? '<none>' : old.map(text).join(', '));
  to.field(0, 'NewReplicaSet', text(newest!));
}

function revisionOf({ metadata: { annotations = {} } }: AppsV1ReplicaSet): number {
  const [, revision = '0'] = Object.entries(annotations).find(([key]) => key.endsWith('/revision')) ?? [];
  return Number(revision);
}
