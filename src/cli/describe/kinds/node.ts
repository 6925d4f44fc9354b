import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoordinationV1Lease, CoreV1Node, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { humanDuration } from '../../../util/duration.ts';
import { by, type Description, orNone, timeText } from '../../shared/description/description.ts';
import type { Describer, DescribeTools } from '../describer.ts';
import { type Amounts, requestsAndLimits, share, sumOf } from './node-usage.ts';

export const node: Describer<CoreV1Node> = {
  // The node's agent does not know its uid, and names it.
  eventUids: ({ metadata: { uid = '', name = '' } }) => [uid, name],
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    const [lease, pods] = await Promise.all([leaseOf(object, tools), podsOf(object, tools)]);
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Roles', rolesOf(object, tools));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    const taints = (spec?.taints ?? []).toSorted(by(({ key, effect }) => `${effect},${key}`));
    to.values(
      0,
      'Taints',
      taints.map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`),
    );
    to.field(0, 'Unschedulable', spec?.unschedulable ?? false);
    describeLease(to, lease);
    describeConditions(to, status?.conditions ?? []);
    to.line(0, 'Addresses:');
    for (const { type, address } of status?.addresses ?? []) to.field(1, type, address);
    describeAmounts(to, 'Capacity', status?.capacity ?? {});
    describeAmounts(to, 'Allocatable', status?.allocatable ?? {});
    describeSystem(to, status?.nodeInfo, tools.dialect);
    if (spec?.podCIDR) to.field(0, 'PodCIDR', spec.podCIDR);
    if (spec?.podCIDRs !== undefined) to.field(0, 'PodCIDRs', spec.podCIDRs.join(','));
    if (spec?.providerID) to.field(0, 'ProviderID', spec.providerID);
    describePods(to, pods, status?.allocatable ?? status?.capacity ?? {}, tools.now);
  },
};

const systemInfo = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
] as const;

function describeSystem(
  to: Description,
  info: NonNullable<CoreV1Node['status']>['nodeInfo'] | undefined,
  { nodeAgent, prefix }: Pick<Dialect, 'nodeAgent' | 'prefix'>,
): void {
  to.line(0, 'System Info:');
  for (const [title, field] of systemInfo) to.field(1, title, info?.[field]);
  to.field(1, `${capital(nodeAgent)} Version`, info?.kubeletVersion);
  to.field(1, `${capital(prefix)}-Proxy Version`, info?.kubeProxyVersion);
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** Roles in labels that name one, and in the label whose value is one. */
function rolesOf({ metadata: { labels = {} } }: CoreV1Node, { dialect: { label } }: DescribeTools): string {
  const prefix = `node-role.${label}/`;
  const roles = Object.entries(labels).map(([key, value]) =>
    key === `${label}/role` ? value : key.startsWith(prefix) ? key.slice(prefix.length) : '',
  );
  return orNone([...new Set(roles)].filter(Boolean).sort().join(','));
}

async function leaseOf(
  { metadata }: CoreV1Node,
  { client, dialect }: DescribeTools,
): Promise<CoordinationV1Lease | Error> {
  const type = { group: `coordination.${dialect.api}`, version: 'v1', resource: 'leases' };
  const path = pathOf(type, `${dialect.prefix}-node-lease`, metadata.name);
  return client.json<CoordinationV1Lease>({ method: 'GET', path }).catch((error: Error) => error);
}

function describeLease(to: Description, lease: CoordinationV1Lease | Error): void {
  if (lease instanceof Error) return to.field(0, 'Lease', `Failed to get lease: ${lease.message}`);
  const { holderIdentity, acquireTime, renewTime } = lease.spec ?? {};
  to.line(0, 'Lease:');
  to.field(1, 'HolderIdentity', holderIdentity ?? '<unset>');
  to.field(1, 'AcquireTime', timeText(acquireTime));
  to.field(1, 'RenewTime', timeText(renewTime));
}

function describeConditions(
  to: Description,
  conditions: NonNullable<NonNullable<CoreV1Node['status']>['conditions']>,
): void {
  if (conditions.length === 0) return;
  to.line(0, 'Conditions:');
  to.line(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
  to.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const { type, status, lastHeartbeatTime, lastTransitionTime, reason, message } of conditions) {
    const times = [timeText(lastHeartbeatTime), timeText(lastTransitionTime)];
    const cells = [type, status, ...times, reason ?? ''].map((cell) => `${cell} `);
    to.line(1, [...cells, message ?? ''].join('\t'));
  }
}

function describeAmounts(to: Description, title: string, amounts: Amounts): void {
  to.line(0, `${title}:`);
  for (const name of Object.keys(amounts).sort()) to.field(1, name, amounts[name]);
}

/** Pods that still use the node. Undefined when the user may not read them. */
async function podsOf(
  { metadata }: CoreV1Node,
  { client }: DescribeTools,
): Promise<readonly CoreV1Pod[] | undefined> {
  const fieldSelector = `spec.nodeName=${metadata.name},status.phase!=Succeeded,status.phase!=Failed`;
  return client
    .json<{ items: CoreV1Pod[] }>({ method: 'GET', path: '/api/v1/pods', query: { fieldSelector } })
    .then(({ items }) => items)
    .catch(() => undefined);
}

function describePods(
  to: Description,
  pods: readonly CoreV1Pod[] | undefined,
  most: Amounts,
  now: number,
): void {
  if (pods === undefined) return to.field(0, 'Pods', 'not authorized');
  to.field(0, 'Non-terminated Pods', `(${pods.length} in total)`);
  to.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  to.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  const used = pods.map(requestsAndLimits);
  pods.forEach(({ metadata }, index) => {
    const { requests, limits } = used[index]!;
    const cells = ['cpu', 'memory'].flatMap((name) => [
      share(requests, most, name),
      share(limits, most, name),
    ]);
    const age = metadata.creationTimestamp
      ? humanDuration(now - Date.parse(metadata.creationTimestamp))
      : '<unknown>';
    to.line(1, [metadata.namespace, metadata.name, '', ...cells, age].join('\t'));
  });
  to.line(0, 'Allocated resources:');
  to.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  to.line(1, 'Resource\tRequests\tLimits');
  to.line(1, '--------\t--------\t------');
  const [requests, limits] = [sumOf(used.map((one) => one.requests)), sumOf(used.map((one) => one.limits))];
  const shown = ['cpu', 'memory', 'ephemeral-storage'];
  const others = Object.keys(most).filter((name) => !shown.includes(name) && name !== 'pods');
  const huge = others.filter(isHuge).sort();
  for (const name of [...shown, ...huge]) {
    to.line(1, `${name}\t${share(requests, most, name)}\t${share(limits, most, name)}`);
  }
  for (const name of others.filter((one) => !isHuge(one)).sort()) {
    to.line(1, `${name}\t${requests[name] ?? '0'}\t${limits[name] ?? '0'}`);
  }
}

const isHuge = (name: string): boolean => name.startsWith('hugepages-');
