import type { Dialect } from '../../../api/meta/dialect.ts';
import type { DescribedObject, Describer } from '../describer.ts';

/** Loads the describer of a kind; each takes objects of its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: the key of the map says of which kind the object is
type Load = () => Promise<Describer<any>>;

/** By group and kind, with `{api}` for the domain of the dialect. */
const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['/ConfigMap', async () => (await import('./config-map.ts')).configMap],
  ['/Endpoints', async () => (await import('./endpoints.ts')).endpoints],
  ['/LimitRange', async () => (await import('./limit-range.ts')).limitRange],
  ['/Namespace', async () => (await import('./namespace.ts')).namespace],
  ['/Node', async () => (await import('./node.ts')).node],
  ['/PersistentVolume', async () => (await import('./persistent-volume.ts')).persistentVolume],
  [
    '/PersistentVolumeClaim',
    async () => (await import('./persistent-volume-claim.ts')).persistentVolumeClaim,
  ],
  ['/Pod', async () => (await import('./pod.ts')).pod],
  ['/ReplicationController', async () => (await import('./replication-controller.ts')).replicationController],
  ['/ResourceQuota', async () => (await import('./resource-quota.ts')).resourceQuota],
  ['/Secret', async () => (await import('./secret.ts')).secret],
  ['/Service', async () => (await import('./service.ts')).service],
  ['/ServiceAccount', async () => (await import('./service-account.ts')).serviceAccount],
  ['apps/DaemonSet', async () => (await import('./daemon-set.ts')).daemonSet],
  ['apps/Deployment', async () => (await import('./deployment.ts')).deployment],
  ['apps/ReplicaSet', async () => (await import('./replica-set.ts')).replicaSet],
  ['apps/StatefulSet', async () => (await import('./stateful-set.ts')).statefulSet],
  [
    'autoscaling/HorizontalPodAutoscaler',
    async () => (await import('./horizontal-pod-autoscaler.ts')).horizontalPodAutoscaler,
  ],
  ['batch/CronJob', async () => (await import('./cron-job.ts')).cronJob],
  ['batch/Job', async () => (await import('./job.ts')).job],
  [
    'policy/PodDisruptionBudget',
    async () => (await import('./pod-disruption-budget.ts')).podDisruptionBudget,
  ],
  [
    'certificates.{api}/CertificateSigningRequest',
    async () => (await import('./certificate-signing-request.ts')).certificateSigningRequest,
  ],
  ['discovery.{api}/EndpointSlice', async () => (await import('./endpoint-slice.ts')).endpointSlice],
  ['networking.{api}/Ingress', async () => (await import('./ingress.ts')).ingress],
  ['networking.{api}/IngressClass', async () => (await import('./ingress-class.ts')).ingressClass],
  ['networking.{api}/NetworkPolicy', async () => (await import('./network-policy.ts')).networkPolicy],
  ['rbac.authorization.{api}/ClusterRole', async () => (await import('./role.ts')).role],
  [
    'rbac.authorization.{api}/ClusterRoleBinding',
    async () => (await import('./role-binding.ts')).roleBinding,
  ],
  ['rbac.authorization.{api}/Role', async () => (await import('./role.ts')).role],
  ['rbac.authorization.{api}/RoleBinding', async () => (await import('./role-binding.ts')).roleBinding],
  ['scheduling.{api}/PriorityClass', async () => (await import('./priority-class.ts')).priorityClass],
  ['storage.{api}/CSINode', async () => (await import('./csi-node.ts')).csiNode],
  ['storage.{api}/StorageClass', async () => (await import('./storage-class.ts')).storageClass],
  ['extensions/Ingress', async () => (await import('./ingress.ts')).ingress],
]);

/** Describer of a kind; undefined for one that has no layout of its own. */
export async function describerOf(
  { group, kind }: { group: string; kind: string },
  { api }: Pick<Dialect, 'api'>,
): Promise<Describer<DescribedObject> | undefined> {
  const domain = `.${api}`;
  const generic = group.endsWith(domain) ? `${group.slice(0, -domain.length)}.{api}` : group;
  return loaders.get(`${generic}/${kind}`)?.();
}
