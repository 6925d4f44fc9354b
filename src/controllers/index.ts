import { bootstrapSigner } from './bootstrap-signer/index.ts';
import { certificateApprovingController } from './certificate-approving/index.ts';
import {
  certificateCleaningController,
  podCertificateCleaningController,
} from './certificate-cleaning/index.ts';
import { certificateSigningController } from './certificate-signing/index.ts';
import { clusterRoleAggregationController } from './cluster-role-aggregation/index.ts';
import type { ControllerDescriptor } from './controller.ts';
import { garbageCollectorController } from './garbage-collector/index.ts';
import { legacyTokenCleaner } from './legacy-token-cleaner/index.ts';
import { namespaceController } from './namespace/index.ts';
import { nodeConditionTaintsController } from './node-condition-taints/index.ts';
import { nodeTtlController } from './node-ttl/index.ts';
import {
  claimProtectionController,
  classProtectionController,
  groupProtectionController,
  volumeProtectionController,
} from './object-protection/index.ts';
import { podGcController } from './pod-gc/index.ts';
import { policyTypeChecking } from './policy-type-checking/index.ts';
import { resourceQuotaController } from './resource-quota/index.ts';
import { rootCaPublisher } from './root-ca-publisher/index.ts';
import { serviceAccountController } from './service-account/index.ts';
import { serviceAccountTokenController } from './service-account-token/index.ts';
import { serviceCidrController } from './service-cidr/index.ts';
import { storageVersionMigrator } from './storage-version-migrator/index.ts';
import { tokenCleaner } from './token-cleaner/index.ts';
import { trustBundlePublisher } from './trust-bundle-publisher/index.ts';
import { ttlAfterFinishedController } from './ttl-after-finished/index.ts';

/** Every controller, in the order in which they start. */
export const controllers: readonly ControllerDescriptor[] = [
  serviceAccountTokenController,
  serviceAccountController,
  rootCaPublisher,
  namespaceController,
  garbageCollectorController,
  bootstrapSigner,
  tokenCleaner,
  certificateApprovingController,
  certificateSigningController,
  certificateCleaningController,
  podCertificateCleaningController,
  podCertificateCleaningController,
  resourceQuotaController,
  clusterRoleAggregationController,
  ttlAfterFinishedController,
  podGcController,
  nodeTtlController,
  claimProtectionController,
  volumeProtectionController,
  classProtectionController,
  groupProtectionController,
  nodeConditionTaintsController,
  serviceCidrController,
  policyTypeChecking,
  legacyTokenCleaner,
  trustBundlePublisher,
  storageVersionMigrator,
];
