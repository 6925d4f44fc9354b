import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { AnyKindRules, MetadataChecks } from '../registry/kind-rules.ts';

const kindsBy = (checks: MetadataChecks, kinds: string): [string, MetadataChecks][] =>
  kinds.split(' ').map((kind) => [kind, checks]);

/** Kinds whose own rules validate the metadata of an update otherwise than once as an update. */
const checksOf: ReadonlyMap<string, MetadataChecks> = new Map([
  ...kindsBy(
    { asUpdate: true, asNew: 1 },
    'APIService ControllerRevision Job CertificateSigningRequest ClusterTrustBundle ConfigMap Endpoints Namespace ' +
      'Node PersistentVolumeClaim Pod Secret ServiceAccount IPAddress Ingress RuntimeClass Role ClusterRole ' +
      'RoleBinding ClusterRoleBinding DeviceClass ResourceClaim ResourceClaimTemplate CSIStorageCapacity ' +
      'VolumeAttributesClass StorageVersionMigration',
  ),
  ...kindsBy(
    { asUpdate: false, asNew: 1 },
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ' +
      'ValidatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingWebhookConfiguration LimitRange ' +
      'EndpointSlice FlowSchema PriorityLevelConfiguration VolumeAttachment CSINode',
  ),
  ...kindsBy({ asUpdate: false, asNew: 2 }, 'PersistentVolume'),
  ...kindsBy({ asUpdate: false, asNew: 0 }, 'Event PodDisruptionBudget StorageVersion'),
]);

/** The rules of a kind with the number of times that it validates metadata: from 1.34 on, as counted there. */
export const withMetadataChecks =
  (gates: FeatureGates) =>
  (rules: AnyKindRules): AnyKindRules => {
    const metadataChecks = gates.isIn('1.34') ? checksOf.get(rules.kind) : undefined;
    return metadataChecks === undefined ? rules : { metadataChecks, ...rules };
  };
