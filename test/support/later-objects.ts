import type { Written } from './unit/kinds.ts';

const matchConstraints = {
  resourceRules: [
    {
      apiGroups: ['nowhere.example.com'],
      apiVersions: ['v1'],
      resources: ['things'],
      operations: ['CREATE'],
    },
  ],
};
const devices = { requests: [{ name: 'first', exactly: { deviceClassName: 'gpu' } }] };

/** A valid object of each kind that is newer than those of `valid-objects.ts`, in the version that a release prefers. */
export const laterObjects: Readonly<Record<string, Written>> = {
  IPAddress: {
    metadata: { name: '192.0.2.44' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 's' } },
  },
  ServiceCIDR: { spec: { cidrs: ['10.77.0.0/24'] } },
  VolumeAttributesClass: { driverName: 'csi.example.com', parameters: { iops: '100' } },
  ValidatingAdmissionPolicy: { spec: { matchConstraints, validations: [{ expression: 'true' }] } },
  ValidatingAdmissionPolicyBinding: { spec: { policyName: 'none', validationActions: ['Deny'] } },
  MutatingAdmissionPolicy: {
    spec: {
      matchConstraints,
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  },
  MutatingAdmissionPolicyBinding: { spec: { policyName: 'none' } },
  PodGroup: { spec: { schedulingPolicy: { basic: {} } } },
  Workload: { spec: { podGroupTemplates: [{ name: 'a', schedulingPolicy: { basic: {} } }] } },
  LeaseCandidate: {
    spec: {
      leaseName: 'some',
      binaryVersion: '1.36.0',
      emulationVersion: '1.36.0',
      strategy: 'OldestEmulationVersion',
    },
  },
  DeviceClass: { spec: {} },
  ResourceClaim: { spec: { devices } },
  ResourceClaimTemplate: { spec: { spec: { devices } } },
  ResourceSlice: {
    spec: {
      driver: 'gpu.example.com',
      pool: { name: 'pool-1', generation: 1, resourceSliceCount: 1 },
      nodeName: 'node-1',
    },
  },
  DeviceTaintRule: { spec: { taint: { key: 'example.com/broken', effect: 'NoSchedule' } } },
  ResourcePoolStatusRequest: { spec: { driver: 'gpu.example.com' } },
  StorageVersionMigration: { spec: { resource: { resource: 'configmaps' } } },
};
