import {
  changed,
  paths,
  type RoleEntry,
  type RuleEntry,
  read,
  readWrite,
  rule,
  tellEvents,
  when,
} from './notation.ts';

const tokenReviews = rule('create', 'tokenreviews', 'authentication.{api}');
const accessReviews = rule('create', 'subjectaccessreviews', 'authorization.{api}');
const requests = 'certificatesigningrequests';
const certificates = 'certificates.{api}';
const coordination = 'coordination.{api}';
const resource = 'resource.{api}';
const claims = 'DynamicResourceAllocation';
const claimsLife = { since: '1.31', gate: claims };
/** Claims as they were before devices: with classes of their own, and a place where drivers and schedulers agree. */
const earlyLife = { since: '1.26', until: '1.31', gate: claims };
const earlyClaims: readonly RuleEntry[] = [
  when(earlyLife, rule(read, 'resourceclaims resourceclasses', resource)),
  when(earlyLife, rule(`patch update ${read}`, 'resourceclaims/status', resource)),
  when({ ...earlyLife, until: '1.27' }, rule(readWrite, 'podschedulings', resource)),
  when({ ...earlyLife, since: '1.27' }, rule(readWrite, 'podschedulingcontexts', resource)),
];
const bindings = 'DRAResourceClaimGranularStatusAuthorization';

/** The lock of a component of which only one is at work: its own Endpoints or Lease. */
const leaderLock = (component: string, verbs: string): RuleEntry[] => [
  rule('create', 'leases', coordination),
  ...changed(
    '1.31',
    rule('get update', 'leases', coordination, component),
    rule(verbs, 'leases', coordination, component),
  ),
  when({ until: '1.28' }, rule('create', 'endpoints')),
  when({ until: '1.28' }, rule('get update', 'endpoints', 'core', component)),
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
      ...changed('1.34', rule('create patch update', 'events'), tellEvents),
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
      when({ since: '1.26', gate: claims }, rule('get', 'resourceclaims', resource)),
      when({ since: '1.31', gate: claims }, rule('deletecollection', 'resourceslices', resource)),
      when({ since: '1.27', gate: 'ClusterTrustBundle' }, rule(read, 'clustertrustbundles', certificates)),
      when(
        { since: '1.33', gate: 'KubeletServiceAccountTokenForCredentialProviders' },
        rule('get', 'serviceaccounts'),
      ),
      when(
        { since: '1.34', gate: 'PodCertificateRequest' },
        rule(`create ${read}`, 'podcertificaterequests', certificates),
      ),
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
      when(
        { since: '1.30', gate: 'MultiCIDRServiceAllocator' },
        rule('list watch', 'servicecidrs', 'networking.{api}'),
      ),
      rule('list watch', 'endpointslices', 'discovery.{api}'),
    ],
  },
  {
    name: 'system:{nodeAgent}-api-admin',
    rules: [
      rule(read, 'nodes'),
      rule('proxy', 'nodes'),
      ...changed(
        '1.27',
        rule('*', 'nodes/log nodes/metrics nodes/proxy nodes/spec nodes/stats'),
        rule('*', 'nodes/log nodes/metrics nodes/proxy nodes/stats'),
      ),
      when(
        { since: '1.32', gate: 'KubeletFineGrainedAuthz' },
        rule('*', 'nodes/configz nodes/healthz nodes/pods'),
      ),
    ],
  },
  { name: 'system:node-bootstrapper', rules: [rule(`create ${read}`, requests, certificates)] },
  { name: 'system:auth-delegator', rules: [tokenReviews, accessReviews] },
  { name: 'system:{prefix}-aggregator', rules: [rule(read, 'endpoints services')] },
  {
    name: 'system:{prefix}-controller-manager',
    rules: [
      tellEvents,
      ...leaderLock('{prefix}-controller-manager', 'get update'),
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
      ...leaderLock('{prefix}-scheduler', `update ${read}`),
      when({ since: '1.31' }, rule(readWrite, 'leasecandidates', coordination)),
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
      when({ since: '1.29' }, rule(read, 'volumeattachments', 'storage.{api}')),
      rule(read, 'namespaces'),
      rule(read, 'csidrivers', 'storage.{api}'),
      rule(read, 'csistoragecapacities', 'storage.{api}'),
      ...earlyClaims,
      when(claimsLife, rule(read, 'deviceclasses', resource)),
      when(claimsLife, rule(`patch update ${read}`, 'resourceclaims', resource)),
      when(claimsLife, rule(`patch update ${read}`, 'resourceclaims/status', resource)),
      when({ ...claimsLife, since: '1.34' }, rule('update', 'pods/finalizers')),
      when(claimsLife, rule(read, 'resourceslices', resource)),
      when({ since: '1.34', gate: 'DRAExtendedResource' }, rule('create delete', 'resourceclaims', resource)),
      when(
        { since: '1.33', until: '1.35', gate: 'DRADeviceTaints' },
        rule(read, 'devicetaintrules', resource),
      ),
      when({ since: '1.35', gate: 'DRADeviceTaintRules' }, rule(read, 'devicetaintrules', resource)),
      when({ since: '1.36', gate: bindings }, rule('patch update', 'resourceclaims/binding', resource)),
      when({ since: '1.36', gate: 'GenericWorkload' }, rule(read, 'podgroups', 'scheduling.{api}')),
      when(
        { since: '1.36', gate: 'GenericWorkload' },
        rule('patch update', 'podgroups/status', 'scheduling.{api}'),
      ),
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
    rules: changed(
      '1.28',
      paths('get', '/.well-known/openid-configuration /openid/v1/jwks'),
      paths(
        'get',
        '/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/',
      ),
    ),
  },
  {
    name: 'system:cluster-trust-bundle-discovery',
    since: '1.27',
    gate: 'ClusterTrustBundle',
    rules: [rule(read, 'clustertrustbundles', certificates)],
  },
  requester('nodeclient'),
  requester('selfnodeclient'),
  approver('legacy-unknown', 'legacy-unknown'),
  approver('{nodeAgent}-serving', '{nodeAgent}-serving'),
  approver('{prefix}-apiserver-client', '{prefix}-apiserver-client'),
  approver('{prefix}-apiserver-client-{nodeAgent}', '{prefix}-apiserver-client-{nodeAgent}'),
];
