/** The migration table of the specification: an object of each old version, and what the new version shows of it. */
export interface MigrationRow {
  /** The release that no longer serves the old version. */
  removed: string;
  old: string;
  plural: string;
  kind: string;
  namespaced: boolean;
  /** The version to use instead; undefined when there is none. */
  use: string | undefined;
  /** Without kind, apiVersion and name. */
  object: any;
  /** What the new version shows, beside what is the same. */
  becomes?: any;
}

interface Place {
  plural: string;
  kind: string;
  namespaced?: boolean;
}

function row(
  removed: string,
  old: string,
  use: string | undefined,
  place: Place,
  object: any,
  becomes?: any,
): MigrationRow {
  return { removed, old, use, namespaced: false, ...place, object, becomes };
}

const container = { name: 'main', image: 'registry.example/app:1' };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' };
const anyone = { rule: 'RunAsAny' };

const webhook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://hooks.example.com/a' },
  rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
};
const webhookBefore = {
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  timeoutSeconds: 30,
  sideEffects: 'Unknown',
  admissionReviewVersions: ['v1beta1'],
};
const webhooks = { webhooks: [webhook] };
const webhooksBecome = { webhooks: [{ ...webhook, ...webhookBefore }] };

const ingress = {
  spec: {
    backend: { serviceName: 'fallback', servicePort: 80 },
    rules: [
      {
        host: 'a.example.com',
        http: { paths: [{ path: '/a', backend: { serviceName: 'web', servicePort: 'http' } }] },
      },
    ],
  },
};
const ingressBecomes = {
  spec: {
    defaultBackend: { service: { name: 'fallback', port: { number: 80 } } },
    rules: [
      {
        host: 'a.example.com',
        http: {
          paths: [
            {
              path: '/a',
              pathType: 'ImplementationSpecific',
              backend: { service: { name: 'web', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
  },
};

/** `request`: a PEM-encoded certificate request, in base64. */
export function migrationTable(request: string): MigrationRow[] {
  const flowcontrol = 'flowcontrol.apiserver.k8s.io';
  const rbac = 'rbac.authorization.k8s.io';
  const levelSpec = {
    type: 'Limited',
    limited: { assuredConcurrencyShares: 7, limitResponse: { type: 'Reject' } },
  };
  return [
    row(
      '1.26',
      `${flowcontrol}/v1beta1`,
      `${flowcontrol}/v1beta2`,
      { plural: 'flowschemas', kind: 'FlowSchema' },
      { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
    ),
    row(
      '1.26',
      `${flowcontrol}/v1beta1`,
      `${flowcontrol}/v1beta2`,
      { plural: 'prioritylevelconfigurations', kind: 'PriorityLevelConfiguration' },
      { spec: levelSpec },
    ),
    row(
      '1.26',
      'autoscaling/v2beta2',
      'autoscaling/v2',
      { plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', namespaced: true },
      { spec: { scaleTargetRef: target, maxReplicas: 3, metrics: [cpu] } },
    ),
    row(
      '1.25',
      'batch/v1beta1',
      'batch/v1',
      { plural: 'cronjobs', kind: 'CronJob', namespaced: true },
      {
        spec: {
          schedule: '0 * * * *',
          jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
        },
      },
    ),
    row(
      '1.25',
      'discovery.k8s.io/v1beta1',
      'discovery.k8s.io/v1',
      { plural: 'endpointslices', kind: 'EndpointSlice', namespaced: true },
      {
        addressType: 'IPv4',
        endpoints: [
          {
            addresses: ['10.1.2.3'],
            topology: {
              'kubernetes.io/hostname': 'node-1',
              'topology.kubernetes.io/zone': 'zone-a',
              'example.com/rack': 'r7',
            },
          },
        ],
      },
      {
        addressType: 'IPv4',
        endpoints: [
          {
            addresses: ['10.1.2.3'],
            nodeName: 'node-1',
            zone: 'zone-a',
            deprecatedTopology: { 'example.com/rack': 'r7' },
          },
        ],
      },
    ),
    row(
      '1.25',
      'events.k8s.io/v1beta1',
      'events.k8s.io/v1',
      { plural: 'events', kind: 'Event', namespaced: true },
      {
        regarding: { kind: 'Pod', namespace: 'default', name: 'web' },
        type: 'Weird',
        reason: 'Because',
        note: 'It happened.',
        deprecatedSource: { component: 'somebody' },
        deprecatedFirstTimestamp: '2026-01-02T03:04:05Z',
        deprecatedCount: 2,
      },
    ),
    row(
      '1.25',
      'autoscaling/v2beta1',
      'autoscaling/v2',
      { plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', namespaced: true },
      {
        spec: {
          scaleTargetRef: target,
          maxReplicas: 3,
          metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 50 } }],
        },
      },
      { spec: { scaleTargetRef: target, maxReplicas: 3, metrics: [cpu] } },
    ),
    row(
      '1.25',
      'policy/v1beta1',
      'policy/v1',
      { plural: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', namespaced: true },
      {
        spec: { minAvailable: 1, selector: {} },
      },
      {
        spec: {
          minAvailable: 1,
          selector: {
            matchExpressions: [
              { key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator: 'Exists' },
            ],
          },
        },
      },
    ),
    row(
      '1.25',
      'policy/v1beta1',
      undefined,
      { plural: 'podsecuritypolicies', kind: 'PodSecurityPolicy' },
      {
        spec: { seLinux: anyone, runAsUser: anyone, supplementalGroups: anyone, fsGroup: anyone },
      },
    ),
    row(
      '1.25',
      'node.k8s.io/v1beta1',
      'node.k8s.io/v1',
      { plural: 'runtimeclasses', kind: 'RuntimeClass' },
      { handler: 'runc' },
    ),
    row(
      '1.22',
      'admissionregistration.k8s.io/v1beta1',
      'admissionregistration.k8s.io/v1',
      { plural: 'mutatingwebhookconfigurations', kind: 'MutatingWebhookConfiguration' },
      webhooks,
      webhooksBecome,
    ),
    row(
      '1.22',
      'admissionregistration.k8s.io/v1beta1',
      'admissionregistration.k8s.io/v1',
      { plural: 'validatingwebhookconfigurations', kind: 'ValidatingWebhookConfiguration' },
      webhooks,
      webhooksBecome,
    ),
    row(
      '1.22',
      'apiregistration.k8s.io/v1beta1',
      'apiregistration.k8s.io/v1',
      { plural: 'apiservices', kind: 'APIService' },
      {
        spec: {
          group: 'example.com',
          version: 'v1',
          groupPriorityMinimum: 1000,
          versionPriority: 10,
          service: { namespace: 'default', name: 'api' },
          insecureSkipTLSVerify: true,
        },
      },
    ),
    row(
      '1.22',
      'apiextensions.k8s.io/v1beta1',
      'apiextensions.k8s.io/v1',
      { plural: 'customresourcedefinitions', kind: 'CustomResourceDefinition' },
      {
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'backups', kind: 'Backup' },
          version: 'v1',
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
          validation: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
          preserveUnknownFields: false,
        },
      },
      {
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              subresources: { status: {} },
              additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
                },
              },
            },
          ],
        },
      },
    ),
    row(
      '1.22',
      'certificates.k8s.io/v1beta1',
      'certificates.k8s.io/v1',
      { plural: 'certificatesigningrequests', kind: 'CertificateSigningRequest' },
      { spec: { request } },
      {
        spec: {
          request,
          signerName: 'kubernetes.io/legacy-unknown',
          usages: ['digital signature', 'key encipherment'],
        },
      },
    ),
    row(
      '1.22',
      'coordination.k8s.io/v1beta1',
      'coordination.k8s.io/v1',
      { plural: 'leases', kind: 'Lease', namespaced: true },
      { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
    ),
    row(
      '1.22',
      'extensions/v1beta1',
      'networking.k8s.io/v1',
      { plural: 'ingresses', kind: 'Ingress', namespaced: true },
      ingress,
      ingressBecomes,
    ),
    row(
      '1.22',
      'networking.k8s.io/v1beta1',
      'networking.k8s.io/v1',
      { plural: 'ingresses', kind: 'Ingress', namespaced: true },
      ingress,
      ingressBecomes,
    ),
    row(
      '1.22',
      'networking.k8s.io/v1beta1',
      'networking.k8s.io/v1',
      { plural: 'ingressclasses', kind: 'IngressClass' },
      { spec: { controller: 'example.com/ingress' } },
    ),
    row(
      '1.22',
      `${rbac}/v1beta1`,
      `${rbac}/v1`,
      { plural: 'clusterroles', kind: 'ClusterRole' },
      { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    ),
    row(
      '1.22',
      `${rbac}/v1beta1`,
      `${rbac}/v1`,
      { plural: 'roles', kind: 'Role', namespaced: true },
      { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    ),
    row(
      '1.22',
      `${rbac}/v1beta1`,
      `${rbac}/v1`,
      { plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' },
      { roleRef, subjects: [{ kind: 'Group', name: 'readers' }] },
    ),
    row(
      '1.22',
      `${rbac}/v1beta1`,
      `${rbac}/v1`,
      { plural: 'rolebindings', kind: 'RoleBinding', namespaced: true },
      { roleRef, subjects: [{ kind: 'Group', name: 'readers' }] },
    ),
    row(
      '1.22',
      'scheduling.k8s.io/v1beta1',
      'scheduling.k8s.io/v1',
      { plural: 'priorityclasses', kind: 'PriorityClass' },
      { value: 100 },
    ),
    row(
      '1.22',
      'storage.k8s.io/v1beta1',
      'storage.k8s.io/v1',
      { plural: 'csidrivers', kind: 'CSIDriver' },
      { spec: { attachRequired: false } },
    ),
    row(
      '1.22',
      'storage.k8s.io/v1beta1',
      'storage.k8s.io/v1',
      { plural: 'csinodes', kind: 'CSINode' },
      { spec: { drivers: [{ name: 'd.example.com', nodeID: 'n1', topologyKeys: ['example.com/zone'] }] } },
    ),
    row(
      '1.22',
      'storage.k8s.io/v1beta1',
      'storage.k8s.io/v1',
      { plural: 'storageclasses', kind: 'StorageClass' },
      { provisioner: 'example.com/disk' },
    ),
    row(
      '1.22',
      'storage.k8s.io/v1beta1',
      'storage.k8s.io/v1',
      { plural: 'volumeattachments', kind: 'VolumeAttachment' },
      { spec: { attacher: 'a.example.com', nodeName: 'node-1', source: { persistentVolumeName: 'pv-1' } } },
    ),
  ];
}

/** What 1.16 took away, before the first release that can be emulated: of each row, old version and resource types. */
export const goneSince116: readonly [apiVersion: string, plurals: readonly string[]][] = [
  [
    'extensions/v1beta1',
    ['networkpolicies', 'daemonsets', 'deployments', 'replicasets', 'podsecuritypolicies'],
  ],
  ['apps/v1beta1', ['deployments', 'statefulsets', 'controllerrevisions']],
  ['apps/v1beta2', ['daemonsets', 'deployments', 'statefulsets', 'replicasets']],
];
