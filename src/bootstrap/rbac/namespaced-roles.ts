import {
  account,
  type BindingEntry,
  type NamespacedRoleEntry,
  read,
  rule,
  tellEvents,
  user,
  when,
} from './notation.ts';

const system = '{prefix}-system';
const shared = '{prefix}-public';
const managers = ['{prefix}-controller-manager', '{prefix}-scheduler'];

/** The ConfigMap that is the lock of a component of which only one is at work. */
const leaderLocking = (component: string): NamespacedRoleEntry => ({
  namespace: system,
  name: `system::leader-locking-${component}`,
  rules: [
    when({ until: '1.34' }, rule('watch', 'configmaps')),
    when({ until: '1.34' }, rule('get update', 'configmaps', 'core', component)),
    when({ since: '1.31' }, rule(`create update ${read}`, 'leases', 'coordination.{api}')),
    when({ since: '1.31' }, rule(`create update ${read}`, 'leasecandidates', 'coordination.{api}')),
  ],
});

/** Roles in the system's own namespaces. */
export const namespacedRoles: readonly NamespacedRoleEntry[] = [
  {
    namespace: system,
    name: 'extension-apiserver-authentication-reader',
    rules: [rule(read, 'configmaps', 'core', 'extension-apiserver-authentication')],
  },
  { namespace: system, name: 'system:controller:bootstrap-signer', rules: [rule(read, 'secrets')] },
  {
    namespace: system,
    name: 'system:controller:cloud-provider',
    rules: [rule(`create ${read}`, 'configmaps')],
  },
  {
    namespace: system,
    name: 'system:controller:token-cleaner',
    rules: [rule(`delete ${read}`, 'secrets'), tellEvents],
  },
  ...managers.map(leaderLocking),
  {
    namespace: shared,
    name: 'system:controller:bootstrap-signer',
    rules: [rule(read, 'configmaps'), rule('update', 'configmaps', 'core', 'cluster-info'), tellEvents],
  },
];

const controllerBinding = (namespace: string, controller: string): BindingEntry => ({
  namespace,
  name: `system:controller:${controller}`,
  role: `system:controller:${controller}`,
  subjects: [account(controller)],
});

export const namespacedBindings: readonly BindingEntry[] = [
  {
    namespace: system,
    name: 'system::extension-apiserver-authentication-reader',
    role: 'extension-apiserver-authentication-reader',
    subjects: managers.map((component) => user(`system:${component}`)),
  },
  ...managers.map((component) => ({
    namespace: system,
    name: `system::leader-locking-${component}`,
    role: `system::leader-locking-${component}`,
    subjects: [
      user(`system:${component}`),
      account(component),
      ...(component === managers[0] ? [{ ...account('leader-election-controller'), since: '1.31' }] : []),
    ],
  })),
  ...['bootstrap-signer', 'cloud-provider', 'token-cleaner'].map((name) => controllerBinding(system, name)),
  controllerBinding(shared, 'bootstrap-signer'),
];
