/** One object of each kind that can be stored, as short as validation allows, by apiVersion; `{api}` as in definitions. */

const template = {
  metadata: { labels: { app: 'sample' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
};
const selector = { matchLabels: { app: 'sample' } };
const reference = { kind: 'Deployment', name: 'sample', apiVersion: 'apps/v1' };
const jobTemplate = { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } };
const subjects = [{ kind: 'User', name: 'jane', apiGroup: 'rbac.authorization.{api}' }];
const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.{api}', kind, name: 'sample' });
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const webhook = {
  name: 'hook.example.com',
  clientConfig: { url: 'https://hook.example.com/' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};

/** Of a key that nobody has any more, for `CN=jane`. */
const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISU1IRUNBUUF3RHpFTk1Bc0dBMVVFQXd3RWFtRnVaVEJaTUJN' +
  'R0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSApBMElBQk85QU1raUdsWWcyRS9mUTlLRWg4YXhPU1ZwclBnak9sWU92aHhWb0krV3d4' +
  'YVBRaWd0djQ2NmJQMk1xCkI5d0VvZGIwclJ2YWswVlhMSmNZekROMUMzdWdBREFLQmdncWhrak9QUVFEQWdOSEFEQkVBaUJTT1Bq' +
  'emkrcWgKVUkyb1dJMUJVSTFqY2dpZkgzeUNVUUVIR0Zlbjl2TGlRZ0lnQWcyamhpVjNOdVhodDROQzQ4SDh1TUVMeFFiMwp4TkFt' +
  'aDB2aExqaXErb0U9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

type Samples = Record<string, Record<string, object>>;

const samples: Samples = {
  v1: {
    ConfigMap: { data: { text: 'ä', empty: '' }, binaryData: { bytes: 'AAH/' } },
    Endpoints: { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] },
    Event: { involvedObject: { kind: 'Pod', name: 'a', namespace: 'default' }, reason: 'R', count: 2 },
    LimitRange: { spec: { limits: [{ type: 'Container', max: { cpu: '500m' } }] } },
    Node: { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } },
    PersistentVolume: {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
    },
    PersistentVolumeClaim: {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    Pod: { metadata: template.metadata, spec: { ...template.spec, nodeName: 'sample' } },
    PodTemplate: { template },
    ReplicationController: { spec: { replicas: 1, selector: { app: 'sample' }, template } },
    ResourceQuota: { spec: { hard: { pods: '10', cpu: '1500m' } } },
    Secret: { data: { key: 'dg==' }, type: 'Opaque' },
    Service: {
      spec: { ports: [{ port: 80, targetPort: 'http' }], selector: { app: 'sample' }, clusterIP: 'None' },
    },
    ServiceAccount: { automountServiceAccountToken: false },
  },
  'apps/v1': {
    ControllerRevision: { revision: 3, data: { a: { b: [1, 'x'] } } },
    DaemonSet: { spec: { selector, template } },
    Deployment: { spec: { replicas: 2, selector, template } },
    ReplicaSet: { spec: { replicas: 0, selector, template } },
    StatefulSet: { spec: { serviceName: 's', selector, template } },
  },
  'autoscaling/v2': {
    HorizontalPodAutoscaler: { spec: { scaleTargetRef: reference, maxReplicas: 3 } },
  },
  'batch/v1': {
    CronJob: { spec: { schedule: '* * * * *', jobTemplate } },
    Job: jobTemplate,
  },
  'certificates.{api}/v1': {
    CertificateSigningRequest: {
      spec: { request: certificateRequest, signerName: 'example.com/signer', usages: ['client auth'] },
    },
  },
  'networking.{api}/v1': {
    Ingress: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    IngressClass: { spec: { controller: 'example.com/controller' } },
    NetworkPolicy: { spec: { podSelector: selector, policyTypes: ['Ingress'] } },
  },
  'policy/v1': { PodDisruptionBudget: { spec: { minAvailable: '50%', selector } } },
  'policy/v1beta1': {
    PodSecurityPolicy: {
      spec: {
        seLinux: { rule: 'RunAsAny' },
        runAsUser: { rule: 'RunAsAny' },
        supplementalGroups: { rule: 'RunAsAny' },
        fsGroup: { rule: 'RunAsAny' },
      },
    },
  },
  'rbac.authorization.{api}/v1': {
    ClusterRole: { rules },
    ClusterRoleBinding: { subjects, roleRef: roleRef('ClusterRole') },
    Role: { rules },
    RoleBinding: { subjects, roleRef: roleRef('Role') },
  },
  'storage.{api}/v1': {
    CSIDriver: { spec: {} },
    CSINode: { spec: { drivers: [{ name: 'csi.example.com', nodeID: 'n' }] } },
    StorageClass: { provisioner: 'csi.example.com' },
    VolumeAttachment: {
      spec: { attacher: 'csi.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } },
    },
  },
  'storage.{api}/v1beta1': { CSIStorageCapacity: { storageClassName: 's', capacity: '1Gi' } },
  'admissionregistration.{api}/v1': {
    MutatingWebhookConfiguration: { webhooks: [{ ...webhook, failurePolicy: 'Ignore' }] },
    ValidatingWebhookConfiguration: { webhooks: [{ ...webhook, failurePolicy: 'Ignore' }] },
  },
  'apiextensions.{api}/v1': {
    CustomResourceDefinition: {
      metadata: { name: 'samples.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'samples', singular: 'sample', kind: 'Sample' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    },
  },
  'apiregistration.{api}/v1': {
    APIService: {
      metadata: { name: 'v1.sample.example.com' },
      spec: { group: 'sample.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
    },
  },
  'coordination.{api}/v1': {
    Lease: { spec: { holderIdentity: 'a', renewTime: '2021-03-04T05:06:07.123456Z' } },
  },
  'node.{api}/v1': { RuntimeClass: { handler: 'sample' } },
  'discovery.{api}/v1': {
    EndpointSlice: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] },
  },
};

/** By apiVersion and kind, each with the name `sample` unless its kind wants another. */
export function sampleObjects(
  apiDomain: string,
): { apiVersion: string; kind: string; metadata: { name: string } }[] {
  const spoken = JSON.parse(JSON.stringify(samples).replaceAll('{api}', apiDomain)) as Samples;
  return Object.entries(spoken).flatMap(([apiVersion, kinds]) =>
    Object.entries(kinds).map(([kind, fields]) => {
      const { metadata = {}, ...rest } = fields as { metadata?: object };
      return { apiVersion, kind, metadata: { name: 'sample', ...metadata }, ...rest };
    }),
  );
}
