import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { componentStatus } from './component-status/index.ts';
import { configMap } from './config-map/index.ts';
import { endpoints } from './endpoints/index.ts';
import { event } from './event/index.ts';
import { limitRange } from './limit-range/index.ts';
import { namespace } from './namespace/index.ts';
import { node } from './node/index.ts';
import { persistentVolume } from './persistent-volume/index.ts';
import { persistentVolumeClaim } from './persistent-volume-claim/index.ts';
import { pod } from './pod/index.ts';
import { podTemplate } from './pod-template/index.ts';
import { replicationController } from './replication-controller/index.ts';
import { resourceQuota } from './resource-quota/index.ts';
import { secret } from './secret/index.ts';
import { service } from './service/index.ts';
import { serviceAccount } from './service-account/index.ts';

export function coreKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    componentStatus(dependencies),
    configMap(dependencies),
    endpoints(dependencies),
    event(dependencies),
    limitRange(dependencies),
    namespace(dependencies),
    node(dependencies),
    persistentVolume(dependencies),
    persistentVolumeClaim(dependencies),
    pod(dependencies),
    podTemplate(dependencies),
    replicationController(dependencies),
    resourceQuota(dependencies),
    secret(dependencies),
    service(dependencies),
    serviceAccount(dependencies),
  ];
}
