import { changed, type RuleEntry, read, rule, tellEvents, when } from './notation.ts';

const storage = 'storage.{api}';
const discovery = 'discovery.{api}';
const certificates = 'certificates.{api}';
const scheduling = 'scheduling.{api}';
const workload = 'apps extensions';
const signers =
  '{label}/legacy-unknown {label}/{nodeAgent}-serving {label}/{prefix}-apiserver-client ' +
  '{label}/{prefix}-apiserver-client-{nodeAgent}';

/** From 1.32 on, whoever lists may watch as well. */
const watchesSince132 = (verbs: string, resources: string, groups?: string): RuleEntry[] =>
  changed('1.32', rule(verbs, resources, groups), rule(`${verbs} watch`, resources, groups));

/** The rules of each controller, by the name of its service account; the role is `system:controller:<name>`. */
export const controllerRules: Readonly<Record<string, readonly RuleEntry[]>> = {
  'attachdetach-controller': [
    rule('list watch', 'persistentvolumeclaims persistentvolumes'),
    rule(read, 'nodes'),
    rule('patch update', 'nodes/status'),
    rule('list watch', 'pods'),
    tellEvents,
    rule(`create delete ${read}`, 'volumeattachments', storage),
    rule(read, 'csidrivers', storage),
    rule(read, 'csinodes', storage),
  ],
  'clusterrole-aggregation-controller': [
    rule(`escalate patch update ${read}`, 'clusterroles', 'rbac.authorization.{api}'),
  ],
  'cronjob-controller': [
    rule(`update ${read}`, 'cronjobs', 'batch'),
    rule(`create delete patch update ${read}`, 'jobs', 'batch'),
    rule('update', 'cronjobs/status', 'batch'),
    rule('update', 'cronjobs/finalizers', 'batch'),
    ...watchesSince132('delete list', 'pods'),
    tellEvents,
  ],
  'daemon-set-controller': [
    rule(read, 'daemonsets', workload),
    rule('update', 'daemonsets/status', workload),
    rule('update', 'daemonsets/finalizers', workload),
    rule('list watch', 'nodes'),
    rule('create delete list patch watch', 'pods'),
    rule('create', 'pods/binding'),
    rule(`create delete patch update ${read}`, 'controllerrevisions', 'apps'),
    tellEvents,
  ],
  'deployment-controller': [
    rule(`update ${read}`, 'deployments', workload),
    rule('update', 'deployments/status', workload),
    rule('update', 'deployments/finalizers', workload),
    rule(`create delete patch update ${read}`, 'replicasets', workload),
    rule(`update ${read}`, 'pods'),
    tellEvents,
  ],
  'disruption-controller': [
    rule(read, 'deployments', workload),
    rule(read, 'replicasets', workload),
    rule(read, 'replicationcontrollers'),
    rule(read, 'poddisruptionbudgets', 'policy'),
    rule(read, 'statefulsets', 'apps'),
    rule('update', 'poddisruptionbudgets/status', 'policy'),
    when({ since: '1.26' }, rule('patch update', 'pods/status')),
    rule('get', '*/scale', '*'),
    tellEvents,
  ],
  'endpoint-controller': [
    rule(read, 'pods services'),
    rule(`create delete update ${read}`, 'endpoints'),
    rule('create', 'endpoints/restricted'),
    tellEvents,
  ],
  'endpointslice-controller': [
    rule(read, 'nodes pods services'),
    rule('update', 'services/finalizers'),
    rule(`create delete update ${read}`, 'endpointslices', discovery),
    when({ since: '1.24' }, rule('create', 'endpointslices/restricted', discovery)),
    tellEvents,
  ],
  'endpointslicemirroring-controller': [
    rule(read, 'endpoints services'),
    rule('update', 'services/finalizers'),
    rule('update', 'endpoints/finalizers'),
    rule(`create delete update ${read}`, 'endpointslices', discovery),
    when({ since: '1.24' }, rule('create', 'endpointslices/restricted', discovery)),
    tellEvents,
  ],
  'expand-controller': [
    rule(`patch update ${read}`, 'persistentvolumes'),
    rule('patch update', 'persistentvolumeclaims/status'),
    rule(read, 'persistentvolumeclaims'),
    when({ until: '1.32' }, rule(read, 'storageclasses', storage)),
    when({ until: '1.32' }, rule('get', 'endpoints services')),
    when({ until: '1.32' }, rule('get', 'secrets')),
    tellEvents,
  ],
  'ephemeral-volume-controller': [
    rule(read, 'pods'),
    rule('update', 'pods/finalizers'),
    rule(`create ${read}`, 'persistentvolumeclaims'),
    tellEvents,
  ],
  'generic-garbage-collector': [rule(`delete patch update ${read}`, '*', '*'), tellEvents],
  'horizontal-pod-autoscaler': [
    rule(read, 'horizontalpodautoscalers', 'autoscaling'),
    rule('update', 'horizontalpodautoscalers/status', 'autoscaling'),
    rule('get update', '*/scale', '*'),
    ...watchesSince132('list', 'pods'),
    when({ until: '1.27' }, rule('get', 'services/proxy', 'core', 'http:heapster: https:heapster:')),
    ...watchesSince132('list', 'pods', 'metrics.{api}'),
    ...watchesSince132('get list', '*', 'custom.metrics.{api}'),
    ...watchesSince132('get list', '*', 'external.metrics.{api}'),
    tellEvents,
  ],
  'job-controller': [
    rule(`patch update ${read}`, 'jobs', 'batch'),
    rule('update', 'jobs/status', 'batch'),
    rule('update', 'jobs/finalizers', 'batch'),
    rule('create delete list patch watch', 'pods'),
    tellEvents,
    when(
      { since: '1.36', gate: 'WorkloadWithJob' },
      rule(`create ${read}`, 'podgroups workloads', scheduling),
    ),
  ],
  'namespace-controller': [
    rule(`delete ${read}`, 'namespaces'),
    rule('update', 'namespaces/finalize namespaces/status'),
    ...watchesSince132('delete deletecollection get list', '*', '*'),
  ],
  'node-controller': [
    ...watchesSince132('delete get list patch update', 'nodes'),
    rule('patch update', 'nodes/status'),
    ...changed('1.26', rule('update', 'pods/status'), rule('patch update', 'pods/status')),
    ...changed('1.32', rule('delete list', 'pods'), rule(`delete ${read}`, 'pods')),
    when(
      { since: '1.25', until: '1.30' },
      rule('create get list update', 'clustercidrs', 'networking.{api}'),
    ),
    tellEvents,
  ],
  'persistent-volume-binder': [
    rule(`create delete update ${read}`, 'persistentvolumes'),
    rule('update', 'persistentvolumes/status'),
    rule(`update ${read}`, 'persistentvolumeclaims'),
    rule('update', 'persistentvolumeclaims/status'),
    rule(`create delete ${read}`, 'pods'),
    rule(read, 'storageclasses', storage),
    when({ until: '1.32' }, rule('create delete get update', 'endpoints')),
    when({ until: '1.32' }, rule('create delete get', 'services')),
    when({ until: '1.32' }, rule('get', 'secrets')),
    ...changed('1.32', rule('get list', 'nodes'), rule('list watch', 'nodes')),
    when({ until: '1.32' }, rule('watch', 'events')),
    tellEvents,
    when({ since: '1.32' }, rule('watch', 'events')),
  ],
  'pod-garbage-collector': [
    rule('delete list watch', 'pods'),
    ...watchesSince132('get list', 'nodes'),
    when({ since: '1.26' }, rule('patch', 'pods/status')),
  ],
  'replicaset-controller': [
    rule(`update ${read}`, 'replicasets', workload),
    rule('update', 'replicasets/status', workload),
    rule('update', 'replicasets/finalizers', workload),
    rule('create delete list patch watch', 'pods'),
    tellEvents,
  ],
  'replication-controller': [
    rule(`update ${read}`, 'replicationcontrollers'),
    rule('update', 'replicationcontrollers/status'),
    rule('update', 'replicationcontrollers/finalizers'),
    rule('create delete list patch watch', 'pods'),
    tellEvents,
  ],
  'resourcequota-controller': [
    rule('list watch', '*', '*'),
    rule('update', 'resourcequotas/status'),
    tellEvents,
  ],
  'route-controller': [rule('list watch', 'nodes'), rule('patch', 'nodes/status'), tellEvents],
  'service-account-controller': [rule('create', 'serviceaccounts'), tellEvents],
  'service-controller': [
    rule(read, 'services'),
    rule('patch update', 'services/status'),
    rule('list watch', 'nodes'),
    tellEvents,
  ],
  'statefulset-controller': [
    rule('list watch', 'pods'),
    rule(read, 'statefulsets', 'apps'),
    rule('update', 'statefulsets/status', 'apps'),
    rule('update', 'statefulsets/finalizers', 'apps'),
    rule('create delete get patch update', 'pods'),
    rule(`create delete patch update ${read}`, 'controllerrevisions', 'apps'),
    ...changed(
      '1.28',
      rule('create get', 'persistentvolumeclaims'),
      rule(`create ${read}`, 'persistentvolumeclaims'),
    ),
    when(
      { since: '1.27', until: '1.34', gate: 'StatefulSetAutoDeletePVC' },
      rule('delete', 'persistentvolumeclaims'),
    ),
    when({ since: '1.34' }, rule('delete update', 'persistentvolumeclaims')),
    when({ since: '1.34' }, rule('update', 'pods/finalizers')),
    tellEvents,
  ],
  'ttl-controller': [rule('list patch update watch', 'nodes'), tellEvents],
  'certificate-controller': [
    rule(`delete ${read}`, 'certificatesigningrequests', certificates),
    rule('update', 'certificatesigningrequests/approval certificatesigningrequests/status', certificates),
    rule('approve', 'signers', certificates, '{label}/{prefix}-apiserver-client-{nodeAgent}'),
    rule('sign', 'signers', certificates, signers),
    rule('create', 'subjectaccessreviews', 'authorization.{api}'),
    tellEvents,
  ],
  'pvc-protection-controller': [
    rule(`update ${read}`, 'persistentvolumeclaims'),
    when({ since: '1.34' }, rule('update', 'persistentvolumeclaims/status')),
    rule(read, 'pods'),
    tellEvents,
  ],
  'pv-protection-controller': [rule(`update ${read}`, 'persistentvolumes'), tellEvents],
  'ttl-after-finished-controller': [rule(`delete ${read}`, 'jobs', 'batch'), tellEvents],
  'root-ca-cert-publisher': [rule('create update', 'configmaps'), tellEvents],
};
