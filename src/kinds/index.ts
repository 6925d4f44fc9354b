import type { AnyKindRules, KindDependencies } from '../registry/kind-rules.ts';
import { admissionregistrationKinds } from './admissionregistration/index.ts';
import { apiextensionsKinds } from './apiextensions/index.ts';
import { apiregistrationKinds } from './apiregistration/index.ts';
import { apiserverinternalKinds } from './apiserverinternal/index.ts';
import { appsKinds } from './apps/index.ts';
import { authenticationKinds } from './authentication/index.ts';
import { authorizationKinds } from './authorization/index.ts';
import { autoscalingKinds } from './autoscaling/index.ts';
import { batchKinds } from './batch/index.ts';
import { certificatesKinds } from './certificates/index.ts';
import { coordinationKinds } from './coordination/index.ts';
import { coreKinds } from './core/index.ts';
import { discoveryKinds } from './discovery/index.ts';
import { flowcontrolKinds } from './flowcontrol/index.ts';
import { withMetadataChecks } from './metadata-checks.ts';
import { networkingKinds } from './networking/index.ts';
import { nodeKinds } from './node/index.ts';
import { policyKinds } from './policy/index.ts';
import { rbacKinds } from './rbac/index.ts';
import { resourceKinds } from './resource/index.ts';
import { schedulingKinds } from './scheduling/index.ts';
import { forbidPrivileged } from './shared/pod-spec/privileged-templates.ts';
import { storageKinds } from './storage/index.ts';
import { storagemigrationKinds } from './storagemigration/index.ts';

/** The rules of all kinds that have rules of their own. */
export function allKinds(dependencies: KindDependencies): AnyKindRules[] {
  const all = [
    admissionregistrationKinds,
    apiextensionsKinds,
    apiregistrationKinds,
    apiserverinternalKinds,
    appsKinds,
    authenticationKinds,
    authorizationKinds,
    autoscalingKinds,
    batchKinds,
    certificatesKinds,
    coordinationKinds,
    coreKinds,
    discoveryKinds,
    flowcontrolKinds,
    networkingKinds,
    nodeKinds,
    policyKinds,
    rbacKinds,
    resourceKinds,
    schedulingKinds,
    storageKinds,
    storagemigrationKinds,
  ]
    .flatMap((groupKinds) => groupKinds(dependencies))
    .map(withMetadataChecks(dependencies.gates));
  return dependencies.allowPrivileged === false ? all.map(forbidPrivileged) : all;
}
