import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { humanDuration } from '../../../util/duration.ts';
import { describeContainers } from '../../shared/description/containers.ts';
import { type Description, timeText } from '../../shared/description/description.ts';
import type { FieldValue } from '../../shared/description/environment.ts';
import { describeNodeRules, describeSpread, qosClass } from '../../shared/description/scheduling.ts';
import { describeVolumes } from '../../shared/description/volumes.ts';
import type { Describer } from '../describer.ts';

export const pod: Describer<CoreV1Pod> = {
  // Events of a static pod are about the file of the node, not about its mirror in the API.
  eventUids: ({ metadata: { uid = '', annotations = {} } }, { label }) => [
    annotations[`${label}/config.mirror`] ?? uid,
  ],
  describe(to, object, { now }) {
    const { metadata, spec, status = {} as CoreV1Pod['status'] } = object;
    describeHead(to, object, now);
    const fieldValue = fieldsOf(object);
    const { initContainers = [], containers, ephemeralContainers = [] } = spec;
    if (initContainers.length > 0) {
      const statuses = status.initContainerStatuses ?? [];
      describeContainers(to, { title: 'Init Containers', containers: initContainers, statuses, fieldValue });
    }
    const statuses = status.containerStatuses ?? [];
    describeContainers(to, { title: 'Containers', containers: containers ?? [], statuses, fieldValue });
    if (ephemeralContainers.length > 0) {
      const ofThem = status.ephemeralContainerStatuses ?? [];
      const all = ephemeralContainers.map((one) => ({ ...one, resources: one.resources ?? {} }));
      describeContainers(to, {
        title: 'Ephemeral Containers',
        containers: all,
        statuses: ofThem,
        fieldValue,
      });
    }
    const gates = spec.readinessGates ?? [];
    if (gates.length > 0) {
      to.line(0, 'Readiness Gates:');
      to.line(1, 'Type\tStatus');
      for (const { conditionType } of gates) {
        const found = status.conditions?.find(({ type }) => type === conditionType);
        to.line(1, `${conditionType} \t${found?.status ?? '<none>'} `);
      }
    }
    if (status.conditions !== undefined && status.conditions.length > 0) {
      to.line(0, 'Conditions:');
      to.line(1, 'Type\tStatus');
      for (const condition of status.conditions) to.line(1, `${condition.type} \t${condition.status} `);
    }
    describeVolumes(to, spec.volumes);
    to.field(0, 'QoS Class', qosClass({ ...object, metadata, status }));
    describeNodeRules(to, spec);
    describeSpread(to, spec);
  },
};

function describeHead(to: Description, { metadata, spec, status }: CoreV1Pod, now: number): void {
  to.field(0, 'Name', metadata.name);
  to.field(0, 'Namespace', metadata.namespace);
  if (spec.priority !== undefined) to.field(0, 'Priority', spec.priority);
  if (spec.priorityClassName) to.field(0, 'Priority Class Name', spec.priorityClassName);
  if (spec.runtimeClassName) to.field(0, 'Runtime Class Name', spec.runtimeClassName);
  to.field(0, 'Service Account', spec.serviceAccountName);
  to.field(0, 'Node', spec.nodeName ? `${spec.nodeName}/${status?.hostIP ?? ''}` : '<none>');
  if (status?.startTime) to.field(0, 'Start Time', timeText(status.startTime));
  to.labels(0, 'Labels', metadata.labels);
  to.annotations(metadata.annotations);
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp) {
    to.field(0, 'Status', `Terminating (lasts ${humanDuration(now - Date.parse(deletionTimestamp))})`);
    to.field(0, 'Termination Grace Period', `${deletionGracePeriodSeconds}s`);
  } else to.field(0, 'Status', status?.phase);
  if (status?.reason) to.field(0, 'Reason', status.reason);
  if (status?.message) to.field(0, 'Message', status.message);
  const { seccompProfile: profile } = spec.securityContext ?? {};
  if (profile !== undefined) to.field(0, 'SeccompProfile', profile.type);
  if (profile?.type === 'Localhost') to.field(0, 'LocalhostProfile', profile.localhostProfile);
  to.field(0, 'IP', status?.podIP);
  const ips = status?.podIPs ?? [];
  if (ips.length === 0) to.field(0, 'IPs', '<none>');
  else to.line(0, 'IPs:');
  for (const { ip } of ips) to.field(1, 'IP', ip);
  to.controller(metadata);
  if (status?.nominatedNodeName) to.field(0, 'NominatedNodeName', status.nominatedNodeName);
}

/** The fields that variables may be set to. */
function fieldsOf({ metadata, spec, status }: CoreV1Pod): FieldValue {
  const { labels = {}, annotations = {} } = metadata;
  const values: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'spec.nodeName': spec.nodeName,
    'spec.serviceAccountName': spec.serviceAccountName,
    'status.hostIP': status?.hostIP,
    'status.podIP': status?.podIP,
    'status.podIPs': status?.podIPs?.map(({ ip }) => ip).join(','),
  };
  return (path) => {
    const [, field = '', key = ''] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
    if (field !== '') return (field === 'labels' ? labels : annotations)[key] ?? '';
    return values[path] ?? '';
  };
}
