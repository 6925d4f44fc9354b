import { type Dialect, fillPlaceholders } from '../meta/dialect.ts';
import type { KindDefinition } from './schema.ts';

/** Kinds of a group that are defined and not served, as they would be taken and have no effect. */
export interface PendingKinds {
  /** With the placeholders of the definitions: `networking.{api}`. */
  group: string;
  kinds: readonly string[];
  /** Versions that are not served, where others are; all when not given. */
  versions?: readonly string[];
  /** The subject with which their behaviour comes. */
  subject: string;
}

export const pendingKinds: readonly PendingKinds[] = [
  {
    group: 'authentication.{api}',
    kinds: ['SelfSubjectReview'],
    versions: ['v1alpha1', 'v1beta1'],
    subject: 'versions that are off unless they are asked for',
  },
  {
    group: 'certificates.{api}',
    kinds: ['ClusterTrustBundle', 'PodCertificateRequest'],
    subject: 'certificates of pods',
  },
  {
    group: 'coordination.{api}',
    kinds: ['LeaseCandidate'],
    subject: 'coordinated leader election',
  },
  {
    group: 'flowcontrol.apiserver.{api}',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    versions: ['v1', 'v1beta3'],
    subject: 'flow control with seats that are lent',
  },
  {
    group: 'imagepolicy.{api}',
    kinds: ['ImageReview'],
    subject: 'image policy',
  },
  {
    group: 'networking.{api}',
    kinds: ['ClusterCIDR', 'IPAddress', 'ServiceCIDR'],
    subject: 'addresses of services as objects',
  },
  {
    group: 'resource.{api}',
    kinds: [
      'DeviceClass',
      'DeviceTaintRule',
      'PodScheduling',
      'PodSchedulingContext',
      'ResourceClaim',
      'ResourceClaimParameters',
      'ResourceClaimTemplate',
      'ResourceClass',
      'ResourceClassParameters',
      'ResourcePoolStatusRequest',
      'ResourceSlice',
    ],
    subject: 'resource claims',
  },
  {
    group: 'scheduling.{api}',
    kinds: ['PodGroup', 'Workload'],
    subject: 'groups of pods',
  },
  {
    group: 'storage.{api}',
    kinds: ['VolumeAttributesClass'],
    subject: 'attributes of volumes',
  },
  {
    group: 'storagemigration.{api}',
    kinds: ['StorageVersionMigration'],
    subject: 'migration of stored objects',
  },
];

/** Whether a kind waits for its behaviour. */
export function isPending(
  kind: Pick<KindDefinition, 'group' | 'version' | 'kind'>,
  dialect: Dialect,
): boolean {
  return pendingKinds.some(
    ({ group, kinds, versions }) =>
      kinds.includes(kind.kind) &&
      (versions === undefined || versions.includes(kind.version)) &&
      fillPlaceholders(dialect, group) === kind.group,
  );
}
