import { changed, paths, type RoleEntry, read, readWrite, rule, when, write } from './notation.ts';

const health = '/healthz /livez /readyz';
const workloads = 'daemonsets deployments deployments/scale replicasets replicasets/scale';
const sets = 'statefulsets statefulsets/scale';
const states = 'daemonsets/status deployments/status replicasets/status';
const inNamespaces =
  'bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status ' +
  'resourcequotas resourcequotas/status';
const observed = `/metrics /metrics/slis ${health} /healthz/* /livez/* /readyz/*`;
/** The gate of the pages of flags and status, which come together. */
const flagsGate = 'ComponentFlagz';
const bothEvents = 'core events.{api}';
const claimsLife = { since: '1.33', gate: 'DynamicResourceAllocation' };
const groupsLife = { since: '1.36', gate: 'GenericWorkload' };

/** Roles for people, and what everybody may see. */
export const userRoles: readonly RoleEntry[] = [
  { name: 'cluster-admin', rules: [rule('*', '*', '*'), paths('*', '*')] },
  {
    name: 'system:discovery',
    rules: [paths('get', `${health} /version /version/ /openapi /openapi/* /api /api/* /apis /apis/*`)],
  },
  {
    name: 'system:monitoring',
    // The page of health checks is newer than some releases that have it here, and is part of the same.
    rules: [
      when({ unless: flagsGate }, paths('get', observed)),
      when({ gate: flagsGate }, paths('get', `${observed} /flagz /statusz`)),
      when({ since: '1.34' }, rule('get', 'nodes/metrics')),
    ],
  },
  {
    name: 'system:basic-user',
    rules: [
      rule('create', 'selfsubjectaccessreviews selfsubjectrulesreviews', 'authorization.{api}'),
      // In every release, like the review itself: users who may review their access may review their identity.
      rule('create', 'selfsubjectreviews', 'authentication.{api}'),
    ],
  },
  { name: 'system:public-info-viewer', rules: [paths('get', `${health} /version /version/`)] },
  { name: 'admin', gathers: 'admin', rules: [] },
  { name: 'edit', gathers: 'edit', aggregateTo: 'admin', rules: [] },
  { name: 'view', gathers: 'view', aggregateTo: 'edit', rules: [] },
  {
    name: 'system:aggregate-to-admin',
    aggregateTo: 'admin',
    rules: [
      rule('create', 'localsubjectaccessreviews', 'authorization.{api}'),
      rule(readWrite, 'rolebindings roles', 'rbac.authorization.{api}'),
    ],
  },
  {
    name: 'system:aggregate-to-edit',
    aggregateTo: 'edit',
    rules: [
      rule(read, 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy'),
      rule('impersonate', 'serviceaccounts'),
      rule(write, 'pods pods/attach pods/exec pods/portforward pods/proxy'),
      when({ since: '1.24' }, rule('create', 'pods/eviction')),
      rule(
        write,
        'configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets ' +
          'serviceaccounts services services/proxy',
      ),
      when({ since: '1.24' }, rule('create', 'serviceaccounts/token')),
      when({ since: '1.34' }, rule(write, 'events', bothEvents)),
      rule(write, `${workloads} deployments/rollback ${sets}`, 'apps'),
      rule(write, 'horizontalpodautoscalers', 'autoscaling'),
      rule(write, 'cronjobs jobs', 'batch'),
      rule(
        write,
        `${workloads} deployments/rollback ingresses networkpolicies replicationcontrollers/scale`,
        'extensions',
      ),
      rule(write, 'poddisruptionbudgets', 'policy'),
      rule(write, 'ingresses networkpolicies', 'networking.{api}'),
      when({ since: '1.25' }, rule(readWrite, 'leases', 'coordination.{api}')),
      when(claimsLife, rule(write, 'resourceclaims resourceclaimtemplates', 'resource.{api}')),
      when(groupsLife, rule(write, 'podgroups workloads', 'scheduling.{api}')),
    ],
  },
  {
    name: 'system:aggregate-to-view',
    aggregateTo: 'view',
    rules: [
      rule(
        read,
        'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers ' +
          'replicationcontrollers/scale serviceaccounts services services/status',
      ),
      ...changed('1.34', rule(read, `events ${inNamespaces}`), rule(read, inNamespaces)),
      // Read in a namespace it means that namespace alone: clients find out by it where they may go.
      rule(read, 'namespaces'),
      when({ since: '1.34' }, rule(read, 'events', bothEvents)),
      rule(read, 'endpointslices', 'discovery.{api}'),
      rule(read, `controllerrevisions ${workloads} ${states} ${sets} statefulsets/status`, 'apps'),
      rule(read, 'horizontalpodautoscalers horizontalpodautoscalers/status', 'autoscaling'),
      rule(read, 'cronjobs cronjobs/status jobs jobs/status', 'batch'),
      rule(
        read,
        `${workloads} ${states} ingresses ingresses/status networkpolicies replicationcontrollers/scale`,
        'extensions',
      ),
      rule(read, 'poddisruptionbudgets poddisruptionbudgets/status', 'policy'),
      rule(read, 'ingresses ingresses/status networkpolicies', 'networking.{api}'),
      when(
        claimsLife,
        rule(read, 'resourceclaims resourceclaims/status resourceclaimtemplates', 'resource.{api}'),
      ),
      when(groupsLife, rule(read, 'podgroups podgroups/status workloads', 'scheduling.{api}')),
    ],
  },
];
