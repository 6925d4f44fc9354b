import { paths, type RoleEntry, read, rule, tellEvents } from './notation.ts';

const tokenReviews = rule('create', 'tokenreviews', 'authentication.{api}');
const accessReviews = rule('create', 'subjectaccessreviews', 'authorization.{api}');
const requests = 'certificatesigningrequests';
const certificates = 'certificates.{api}';

/** The lock of a component of which only one is at work: its own Endpoints or Lease. */
const leaderLock = (component: string) => [
  rule('create', 'leases', 'coordination.{api}'),
  rule('get update', 'leases', 'coordination.{api}', component),
  rule('create', 'endpoints'),
  rule('get update', 'endpoints', 'core', component),
];

const approver = (name: string, signer: string): RoleEntry => ({
  name: `system:certificates.{api}:${name}-approver`,
  rules: [rule('approve', 'signers', certificates, `{label}/${signer}`)],
});

const requester = (subresource: string): RoleEntry => ({
  name: `system:certificates.{api}:${requests}:${subresource}`,
  rules: [rule('create', `${requests}/${subresource}`, certificates)],
});

/** Roles for the parts of a cluster: nodes, the control plane, and what is commonly added to it. */
export const componentRoles: readonly RoleEntry[] = [
  {
    // The rules of nodes where the Node authorizer is not on.
    name: 'system:node',
    rules: [
      tokenReviews,
      rule('create', 'localsubjectaccessreviews subjectaccessreviews', 'authorization.{api}'),
      rule(read, 'services'),
      rule(`create ${read}`, 'nodes'),
      rule('patch update', 'nodes/status'),
      rule('patch update', 'nodes'),
      rule('create patch update', 'events'),
      rule(read, 'pods'),
      rule('create delete', 'pods'),
      rule('patch update', 'pods/status'),
      rule('create', 'pods/eviction'),
      rule(read, 'configmaps secrets'),
      rule('get', 'persistentvolumeclaims persistentvolumes'),
      rule('get', 'endpoints'),
      rule(`create ${read}`, requests, certificates),
      rule('create delete get patch update', 'leases', 'coordination.{api}'),
      rule('get', 'volumeattachments', 'storage.{api}'),
      rule('create', 'serviceaccounts/token'),
      rule('get patch update', 'persistentvolumeclaims/status'),
      rule(read, 'csidrivers', 'storage.{api}'),
      rule('create delete get patch update', 'csinodes', 'storage.{api}'),
      rule(read, 'runtimeclasses', 'node.{api}'),
    ],
  },
  {
    name: 'system:node-problem-detector',
    rules: [rule('get', 'nodes'), rule('patch', 'nodes/status'), tellEvents],
  },
  {
    name: 'system:node-proxier',
    rules: [
      rule('list watch', 'endpoints services'),
      rule(read, 'nodes'),
      tellEvents,
      rule('list watch', 'endpointslices', 'discovery.{api}'),
    ],
  },
  {
    name: 'system:{nodeAgent}-api-admin',
    rules: [
      rule(read, 'nodes'),
      rule('proxy', 'nodes'),
      rule('*', 'nodes/log nodes/metrics nodes/proxy nodes/spec nodes/stats'),
    ],
  },
  { name: 'system:node-bootstrapper', rules: [rule(`create ${read}`, requests, certificates)] },
  { name: 'system:auth-delegator', rules: [tokenReviews, accessReviews] },
  { name: 'system:{prefix}-aggregator', rules: [rule(read, 'endpoints services')] },
  {
    name: 'system:{prefix}-controller-manager',
    rules: [
      tellEvents,
      ...leaderLock('{prefix}-controller-manager'),
      rule('create', 'secrets serviceaccounts'),
      rule('delete', 'secrets'),
      rule('get', 'configmaps namespaces secrets serviceaccounts'),
      rule('update', 'secrets serviceaccounts'),
      tokenReviews,
      accessReviews,
      rule('list watch', '*', '*'),
      rule('create', 'serviceaccounts/token'),
    ],
  },
  {
    name: 'system:{prefix}-scheduler',
    rules: [
      tellEvents,
      ...leaderLock('{prefix}-scheduler'),
      rule(read, 'nodes'),
      rule(`delete ${read}`, 'pods'),
      rule('create', 'bindings pods/binding'),
      rule('patch update', 'pods/status'),
      rule(read, 'replicationcontrollers services'),
      rule(read, 'replicasets', 'apps extensions'),
      rule(read, 'statefulsets', 'apps'),
      rule(read, 'poddisruptionbudgets', 'policy'),
      rule(read, 'persistentvolumeclaims persistentvolumes'),
      tokenReviews,
      accessReviews,
      rule(read, 'csinodes', 'storage.{api}'),
      rule(read, 'namespaces'),
      rule(read, 'csidrivers csistoragecapacities', 'storage.{api}'),
    ],
  },
  { name: 'system:{prefix}-dns', rules: [rule('list watch', 'endpoints services')] },
  {
    name: 'system:persistent-volume-provisioner',
    rules: [
      rule(`create delete ${read}`, 'persistentvolumes'),
      rule(`update ${read}`, 'persistentvolumeclaims'),
      rule(read, 'storageclasses', 'storage.{api}'),
      rule('watch', 'events'),
      tellEvents,
    ],
  },
  {
    name: 'system:volume-scheduler',
    rules: [
      rule(`patch update ${read}`, 'persistentvolumes'),
      rule(read, 'storageclasses', 'storage.{api}'),
      rule(`patch update ${read}`, 'persistentvolumeclaims'),
    ],
  },
  {
    name: 'system:heapster',
    rules: [rule(read, 'events namespaces nodes pods'), rule(read, 'deployments', 'extensions')],
  },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [paths('get', '/.well-known/openid-configuration /openid/v1/jwks')],
  },
  requester('nodeclient'),
  requester('selfnodeclient'),
  approver('legacy-unknown', 'legacy-unknown'),
  approver('{nodeAgent}-serving', '{nodeAgent}-serving'),
  approver('{prefix}-apiserver-client', '{prefix}-apiserver-client'),
  approver('{prefix}-apiserver-client-{nodeAgent}', '{prefix}-apiserver-client-{nodeAgent}'),
];
