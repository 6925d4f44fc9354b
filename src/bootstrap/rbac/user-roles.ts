import { paths, type RoleEntry, read, readWrite, rule, write } from './notation.ts';

const health = '/healthz /livez /readyz';
const workloads = 'daemonsets deployments deployments/scale replicasets replicasets/scale';
const sets = 'statefulsets statefulsets/scale';
const states = 'daemonsets/status deployments/status replicasets/status';

/** Roles for people, and what everybody may see. */
export const userRoles: readonly RoleEntry[] = [
  { name: 'cluster-admin', rules: [rule('*', '*', '*'), paths('*', '*')] },
  {
    name: 'system:discovery',
    rules: [paths('get', `${health} /version /version/ /openapi /openapi/* /api /api/* /apis /apis/*`)],
  },
  {
    name: 'system:monitoring',
    // The page of health checks is newer than the release level, and is part of the same.
    rules: [paths('get', `/metrics /metrics/slis ${health} /healthz/* /livez/* /readyz/*`)],
  },
  {
    name: 'system:basic-user',
    rules: [
      rule('create', 'selfsubjectaccessreviews selfsubjectrulesreviews', 'authorization.{api}'),
      // Newer than the release level, like the review itself: users who may review their access may review their identity.
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
      rule(
        write,
        'configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets ' +
          'serviceaccounts services services/proxy',
      ),
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
      rule(
        read,
        'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status ' +
          'resourcequotas resourcequotas/status',
      ),
      // Read in a namespace it means that namespace alone: clients find out by it where they may go.
      rule(read, 'namespaces'),
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
    ],
  },
];
