import { type RoleEntry, read, rule, tellEvents, when } from './notation.ts';

const certificates = 'certificates.{api}';
const networking = 'networking.{api}';
const resource = 'resource.{api}';
const scheduling = 'scheduling.{api}';
const policies = 'admissionregistration.{api}';
const tracking = '{prefix}-apiserver-legacy-service-account-token-tracking';
const serving = '{label}/{prefix}-apiserver-serving';

/** Controllers that not every release has; `name` is that of the service account. */
export const laterControllers: readonly RoleEntry[] = [
  {
    name: 'service-ca-cert-publisher',
    since: '1.24',
    rules: [rule('create update', 'configmaps'), tellEvents],
  },
  {
    name: 'resource-claim-controller',
    since: '1.26',
    gate: 'DynamicResourceAllocation',
    rules: [
      rule(read, 'pods'),
      rule('update', 'pods/finalizers'),
      rule(`create delete ${read}`, 'resourceclaims', resource),
      rule('patch update', 'resourceclaims resourceclaims/status', resource),
      rule('patch update', 'pods/status'),
      tellEvents,
      when({ since: '1.36', gate: 'GenericWorkload' }, rule(read, 'podgroups', scheduling)),
      when({ since: '1.36', gate: 'GenericWorkload' }, rule('patch update', 'podgroups/status', scheduling)),
      when(
        { since: '1.36', gate: 'DRAResourceClaimGranularStatusAuthorization' },
        rule('patch update', 'resourceclaims/binding', resource),
      ),
    ],
  },
  {
    name: 'validatingadmissionpolicy-status-controller',
    since: '1.28',
    gate: 'ValidatingAdmissionPolicy',
    rules: [
      rule(read, 'validatingadmissionpolicies', policies),
      rule('get patch update', 'validatingadmissionpolicies/status', policies),
      tellEvents,
    ],
  },
  {
    name: 'legacy-service-account-token-cleaner',
    since: '1.28',
    gate: 'LegacyServiceAccountTokenCleanUp',
    rules: [rule('get', 'configmaps', 'core', tracking), rule('delete patch', 'secrets')],
  },
  {
    name: 'service-cidrs-controller',
    since: '1.29',
    gate: 'MultiCIDRServiceAllocator',
    rules: [
      rule(`patch update ${read}`, 'servicecidrs', networking),
      rule('patch update', 'servicecidrs/finalizers', networking),
      rule('patch update', 'servicecidrs/status', networking),
      rule(read, 'ipaddresses', networking),
      tellEvents,
    ],
  },
  {
    name: 'storage-version-migrator-controller',
    since: '1.30',
    gate: 'StorageVersionMigrator',
    rules: [
      rule('create list patch', '*', '*'),
      rule('get', 'customresourcedefinitions', 'apiextensions.{api}'),
      rule('patch', 'customresourcedefinitions/status', 'apiextensions.{api}'),
      rule('update', 'storageversionmigrations/status', 'storagemigration.{api}'),
    ],
  },
  {
    name: 'storage-version-garbage-collector',
    since: '1.24',
    gate: 'StorageVersionAPI',
    rules: [
      rule(read, 'leases', 'coordination.{api}'),
      rule(`delete patch update ${read}`, 'storageversions', 'internal.apiserver.{api}'),
      rule('get patch update', 'storageversions/status', 'internal.apiserver.{api}'),
    ],
  },
  {
    name: '{prefix}-apiserver-serving-clustertrustbundle-publisher',
    since: '1.32',
    gate: 'ClusterTrustBundle',
    rules: [
      rule('attest', 'signers', certificates, serving),
      rule('create delete list update watch', 'clustertrustbundles', certificates),
      tellEvents,
    ],
  },
  {
    name: 'volumeattributesclass-protection-controller',
    since: '1.32',
    gate: 'VolumeAttributesClass',
    rules: [
      rule(read, 'persistentvolumeclaims'),
      rule(read, 'persistentvolumes'),
      rule(`update ${read}`, 'volumeattributesclasses', 'storage.{api}'),
      tellEvents,
    ],
  },
  {
    name: 'selinux-warning-controller',
    since: '1.32',
    gate: 'SELinuxChangePolicy',
    rules: [
      tellEvents,
      rule(read, 'persistentvolumes'),
      rule(read, 'persistentvolumeclaims'),
      rule(read, 'pods'),
      rule(read, 'csidrivers', 'storage.{api}'),
    ],
  },
  {
    name: 'device-taint-eviction-controller',
    since: '1.33',
    gate: 'DRADeviceTaints',
    rules: [
      rule(`delete ${read}`, 'pods'),
      rule('patch update', 'pods/status'),
      rule(read, 'resourceclaims', resource),
      rule(read, 'resourceslices', resource),
      rule(read, 'deviceclasses', resource),
      tellEvents,
      when(
        { since: '1.35', gate: 'DRADeviceTaintRules' },
        rule('patch update', 'devicetaintrules/status', resource),
      ),
      when({ since: '1.35', gate: 'DRADeviceTaintRules' }, rule(read, 'devicetaintrules', resource)),
    ],
  },
  {
    name: 'podcertificaterequestcleaner',
    since: '1.34',
    gate: 'PodCertificateRequest',
    rules: [rule(`delete ${read}`, 'podcertificaterequests', certificates)],
  },
  {
    name: 'podgroup-protection-controller',
    since: '1.36',
    gate: 'GenericWorkload',
    rules: [rule(`update ${read}`, 'podgroups', scheduling), rule(read, 'pods')],
  },
  {
    name: 'resourcepoolstatusrequest-controller',
    since: '1.36',
    gate: 'DRAResourcePoolStatus',
    rules: [
      rule(`delete ${read}`, 'resourcepoolstatusrequests', resource),
      rule('patch update', 'resourcepoolstatusrequests/status', resource),
      rule(read, 'resourceslices', resource),
      rule(read, 'resourceclaims', resource),
      tellEvents,
    ],
  },
];
