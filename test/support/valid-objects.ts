import { sampleObjects } from './samples.ts';

/** A valid object of each kind in each version that is served by any release, as short as validation allows. */

type Written = Record<string, any>;

const template = {
  metadata: { labels: { app: 'sample' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
};
const resourceRules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }];
const user = { kind: 'User', user: { name: 'jane' } };
const autoscaled = {
  spec: {
    scaleTargetRef: { kind: 'Deployment', name: 'sample', apiVersion: 'apps/v1' },
    maxReplicas: 3,
    minReplicas: 1,
  },
};
const flowSchema = {
  spec: {
    priorityLevelConfiguration: { name: 'level' },
    matchingPrecedence: 500,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: [user], resourceRules }],
  },
};
const level = {
  spec: {
    type: 'Limited',
    limited: {
      assuredConcurrencyShares: 5,
      limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
    },
  },
};
const ingress = { spec: { backend: { serviceName: 's', servicePort: 80 } } };
const subject = { kind: 'User', name: 'jane', apiVersion: 'rbac.authorization.{api}/v1alpha1' };

/** What `samples.ts` has not, or has in another shape. */
const more: Record<string, Record<string, Written>> = {
  v1: { Namespace: {} },
  'apps/v1': {
    Deployment: { spec: { replicas: 2, selector: { matchLabels: { app: 'sample' } }, template } },
  },
  'autoscaling/v1': { HorizontalPodAutoscaler: autoscaled },
  'autoscaling/v2beta1': { HorizontalPodAutoscaler: autoscaled },
  'autoscaling/v2beta2': { HorizontalPodAutoscaler: autoscaled },
  'events.{api}/v1': {
    Event: {
      eventTime: '2021-03-04T05:06:07.000000Z',
      reportingController: 'example.com/controller',
      reportingInstance: 'controller-1',
      action: 'Act',
      reason: 'Because',
      type: 'Normal',
      regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
    },
  },
  'extensions/v1beta1': {
    Ingress: ingress,
    DaemonSet: { spec: { template } },
    Deployment: { spec: { template } },
    ReplicaSet: { spec: { template } },
    NetworkPolicy: { spec: { podSelector: {} } },
    PodSecurityPolicy: {
      spec: {
        seLinux: { rule: 'RunAsAny' },
        runAsUser: { rule: 'RunAsAny' },
        supplementalGroups: { rule: 'RunAsAny' },
        fsGroup: { rule: 'RunAsAny' },
      },
    },
  },
  'networking.{api}/v1beta1': { Ingress: ingress },
  'flowcontrol.apiserver.{api}/v1beta2': { FlowSchema: flowSchema, PriorityLevelConfiguration: level },
  'internal.apiserver.{api}/v1alpha1': {
    StorageVersion: { metadata: { name: 'apps.deployments' }, spec: {} },
  },
  'node.{api}/v1alpha1': { RuntimeClass: { spec: { runtimeHandler: 'sample' } } },
  'rbac.authorization.{api}/v1alpha1': {
    ClusterRoleBinding: { subjects: [subject] },
    RoleBinding: { subjects: [subject] },
  },
  'scheduling.{api}/v1': { PriorityClass: { value: 1000 } },
  'apiextensions.{api}/v1beta1': {
    CustomResourceDefinition: {
      metadata: { name: 'samples.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        version: 'v1',
        names: { plural: 'samples', singular: 'sample', kind: 'Sample' },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    },
  },
};

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '');

/** A fresh one. A version without one of its own is taken to have the shape of another version of its group. */
export function validObject(apiVersion: string, kind: string, apiDomain = 'k8s.io'): Written {
  const spoken = JSON.parse(JSON.stringify(more).replaceAll('{api}', apiDomain)) as typeof more;
  const samples = sampleObjects(apiDomain).filter((sample) => sample.kind === kind);
  const own: Record<string, unknown> | undefined =
    spoken[apiVersion]?.[kind] ?? samples.find((sample) => sample.apiVersion === apiVersion);
  const other =
    samples.find((sample) => groupOf(sample.apiVersion) === groupOf(apiVersion)) ??
    Object.entries(spoken).find(
      ([version, kinds]) => groupOf(version) === groupOf(apiVersion) && kind in kinds,
    )?.[1][kind];
  const base =
    own?.['spec'] === undefined && own?.['subjects'] !== undefined ? { ...other, ...own } : (own ?? other);
  if (base === undefined) throw new Error(`there is no valid ${kind} of ${apiVersion}`);
  const { metadata, ...rest } = structuredClone(base) as Written;
  return { ...rest, apiVersion, kind, metadata: { name: 'sample', ...metadata } };
}
