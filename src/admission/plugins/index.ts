import type { PluginDescriptor } from '../descriptor.ts';
import { alwaysAdmit, alwaysDeny } from './always.ts';
import { alwaysPullImages } from './always-pull-images.ts';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './certificates.ts';
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.ts';
import { defaultIngressClass, defaultStorageClass } from './default-class.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { denyEscalatingExec, denyExecOnPrivileged } from './deny-exec.ts';
import { denyServiceExternalIps } from './deny-service-external-ips.ts';
import { eventRateLimit } from './event-rate-limit/index.ts';
import { extendedResourceToleration } from './extended-resource-toleration.ts';
import { imagePolicyWebhook } from './image-policy-webhook/index.ts';
import { jobValidation } from './job-validation.ts';
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.ts';
import { limitRanger } from './limit-ranger/index.ts';
import { mutatingAdmissionPolicy } from './mutating-admission-policy.ts';
import { mutatingAdmissionWebhook } from './mutating-admission-webhook.ts';
import { namespaceAutoProvision } from './namespace-auto-provision.ts';
import { namespaceExists } from './namespace-exists.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { nodeDeclaredFeatureValidator } from './node-declared-feature-validator.ts';
import { nodeRestriction } from './node-restriction/index.ts';
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.ts';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts';
import { persistentVolumeLabel } from './persistent-volume-label.ts';
import { podGroupProtection } from './pod-group-protection.ts';
import { podGroupWorkloadExists } from './pod-group-workload-exists.ts';
import { podNodeSelector } from './pod-node-selector.ts';
import { podResizeValidator } from './pod-resize-validator.ts';
import { podSecurity } from './pod-security/index.ts';
import { podSecurityPolicy } from './pod-security-policy/index.ts';
import { podTolerationRestriction } from './pod-toleration-restriction.ts';
import { podTopologyLabels } from './pod-topology-labels.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resource-quota/index.ts';
import { runtimeClass } from './runtime-class.ts';
import { securityContextDeny } from './security-context-deny.ts';
import { serviceAccount } from './service-account/index.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';
import { validatingAdmissionPolicy } from './validating-admission-policy.ts';
import { validatingAdmissionWebhook } from './validating-admission-webhook.ts';

/** All plugins, in the order in which they are asked. Flags only choose among them. */
export const admissionPlugins: readonly PluginDescriptor[] = [
  alwaysAdmit,
  namespaceAutoProvision,
  namespaceLifecycle,
  namespaceExists,
  securityContextDeny,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccount,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  imagePolicyWebhook,
  podSecurity,
  podSecurityPolicy,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  denyEscalatingExec,
  denyExecOnPrivileged,
  eventRateLimit,
  extendedResourceToleration,
  persistentVolumeLabel,
  defaultStorageClass,
  storageObjectInUseProtection,
  podGroupProtection,
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  runtimeClass,
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIps,
  podTopologyLabels,
  podGroupWorkloadExists,
  nodeDeclaredFeatureValidator,
  jobValidation,
  podResizeValidator,
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
  resourceQuota,
  alwaysDeny,
];
