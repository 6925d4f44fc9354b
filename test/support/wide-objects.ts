import { changed } from './changed.ts';
import { validObject } from './valid-objects.ts';

/** Objects of almost what the store takes, wide where validators look: many items, good ones and bad ones, and long texts. */

const limit = 1.5 * 1024 * 1024;
const maxBodyBytes = 3 * 1024 * 1024;

/** As many of something as the store takes. */
function fill<T>(make: (index: number) => T): T[] {
  const max = Math.max(...[999_999, 0xffff].map((index) => JSON.stringify(make(index)).length + 1));
  return Array.from({ length: Math.floor((limit - 20_000) / max) }, (_, index) => make(index));
}

/** For two lists in one object. */
function half<T>(make: (index: number) => T): T[] {
  const all = fill(make);
  return all.slice(0, all.length / 2);
}

const map = (of: (index: number) => [string, string]): Record<string, string> => Object.fromEntries(fill(of));
/** Keeps every part of almost every pattern for names busy until its end. */
const long = `${'a-a.'.repeat((limit - 20_000) / 4)}a!`;
const c = 'spec.containers[0]';
const container = (index: number, more: object = {}) => ({ name: `c${index}`, image: 'i', ...more });

export interface Wide {
  what: string;
  apiVersion: string;
  kind: string;
  change: () => Record<string, unknown>;
}

export const of =
  (apiVersion: string, kind: string) =>
  (what: string, change: () => Record<string, unknown>): Wide => ({
    what: `${kind}: ${what}`,
    apiVersion,
    kind,
    change,
  });
const pod = of('v1', 'Pod');
const service = of('v1', 'Service');
const hook = of('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration');
const crd = of('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
const slice = of('discovery.k8s.io/v1', 'EndpointSlice');
const claim = of('v1', 'PersistentVolumeClaim');

export const wide: Wide[] = [
  pod('containers', () => ({ 'spec.containers': fill((n) => container(n)) })),
  pod('containers of one name', () => ({ 'spec.containers': fill(() => container(1)) })),
  pod('containers without anything', () => ({ 'spec.containers': fill(() => ({})) })),
  pod('init containers', () => ({ 'spec.initContainers': fill((n) => container(n)) })),
  pod('ports', () => ({ [`${c}.ports`]: fill((n) => ({ containerPort: (n % 65535) + 1 })) })),
  pod('host ports', () => ({
    [`${c}.ports`]: fill((n) => ({ containerPort: 1, hostPort: (n % 65535) + 1 })),
  })),
  pod('bad ports', () => ({ [`${c}.ports`]: fill(() => ({})) })),
  pod('named ports', () => ({ [`${c}.ports`]: fill((n) => ({ containerPort: 1, name: `p${n}` })) })),
  pod('environment', () => ({ [`${c}.env`]: fill((n) => ({ name: `E${n}` })) })),
  pod('bad environment', () => ({ [`${c}.env`]: fill(() => ({ name: '!' })) })),
  pod('environment of fields', () => ({
    [`${c}.env`]: fill((n) => ({ name: `E${n}`, valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } })),
  })),
  pod('volumes', () => ({ 'spec.volumes': fill((n) => ({ name: `v${n}` })) })),
  pod('volumes of one name', () => ({ 'spec.volumes': fill(() => ({ name: 'v' })) })),
  pod('mounts', () => ({
    'spec.volumes': [{ name: 'v' }],
    [`${c}.volumeMounts`]: fill((n) => ({ name: 'v', mountPath: `/${n}` })),
  })),
  pod('mounts of nothing', () => ({
    [`${c}.volumeMounts`]: fill((n) => ({ name: `v${n}`, mountPath: `/${n}` })),
  })),
  pod('projections', () => ({
    'spec.volumes': [
      {
        name: 'v',
        projected: {
          sources: fill((n) => ({ secret: { name: 's', items: [{ key: 'k', path: `p${n}` }] } })),
        },
      },
    ],
  })),
  pod('files of a secret', () => ({
    'spec.volumes': [
      { name: 'v', secret: { secretName: 's', items: fill((n) => ({ key: `k${n}`, path: `p${n}` })) } },
    ],
  })),
  pod('tolerations', () => ({ 'spec.tolerations': fill((n) => ({ key: `k${n}` })) })),
  pod('aliases', () => ({ 'spec.hostAliases': fill(() => ({ ip: '1.1.1.1', hostnames: ['a'] })) })),
  pod('switches', () => ({ 'spec.securityContext.sysctls': fill((n) => ({ name: `a.${n}`, value: '' })) })),
  pod('spreads', () => ({
    'spec.topologySpreadConstraints': fill((n) => ({
      maxSkew: 1,
      topologyKey: `k${n}`,
      whenUnsatisfiable: 'DoNotSchedule',
    })),
  })),
  pod('resources', () => ({ [`${c}.resources.requests`]: map((n) => [`example.com/r${n}`, '1']) })),
  pod('bad resources', () => ({ [`${c}.resources.requests`]: map((n) => [`r${n}`, '1']) })),
  pod('node selector terms', () => ({
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms': fill(
      (n) => ({ matchExpressions: [{ key: `k${n}`, operator: 'Exists' }] }),
    ),
  })),
  pod('selector values', () => ({
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms': [
      { matchExpressions: [{ key: 'k', operator: 'In', values: fill((n) => `v${n}`) }] },
    ],
  })),
  pod('labels', () => ({ 'metadata.labels': map((n) => [`k${n}`, 'v']) })),
  pod('bad labels', () => ({ 'metadata.labels': map((n) => [`!${n}`, 'v']) })),
  pod('bad annotations', () => ({ 'metadata.annotations': map((n) => [`!${n}`, 'v']) })),
  pod('labels of a selector', () => ({ 'spec.nodeSelector': map((n) => [`!${n}`, 'v']) })),
  pod('bad finalizers', () => ({ 'metadata.finalizers': fill((n) => `!${n}`) })),
  pod('bad owners', () => ({ 'metadata.ownerReferences': fill(() => ({ controller: true })) })),
  pod('bad owners of fields', () => ({ 'metadata.managedFields': fill(() => ({ manager: '\n' })) })),
  pod('bad tolerations', () => ({ 'spec.tolerations': fill(() => ({ operator: '!' })) })),
  pod('annotations', () => ({ 'metadata.annotations': map((n) => [`k${n}`, 'v']) })),
  pod('finalizers', () => ({ 'metadata.finalizers': fill((n) => `example.com/f${n}`) })),
  pod('owners', () => ({
    'metadata.ownerReferences': fill((n) => ({ apiVersion: 'v1', kind: 'K', name: 'n', uid: `u${n}` })),
  })),
  ...[long].flatMap((text) => {
    const kind = 'a long';
    return [
      pod(`${kind} name`, () => ({ 'metadata.name': text })),
      pod(`${kind} label`, () => ({ 'metadata.labels': { [text]: '' } })),
      pod(`${kind} label value`, () => ({ 'metadata.labels.a': text })),
      pod(`${kind} host name`, () => ({ 'spec.hostname': text })),
      pod(`${kind} node`, () => ({ 'spec.nodeName': text })),
      pod(`${kind} image`, () => ({ [`${c}.image`]: text })),
      pod(`${kind} variable`, () => ({ [`${c}.env`]: [{ name: text }] })),
      pod(`${kind} switch`, () => ({ 'spec.securityContext.sysctls': [{ name: text, value: '' }] })),
      pod(`${kind} resource`, () => ({ [`${c}.resources.limits`]: { [text]: '1' } })),
      pod(`${kind} mount`, () => ({
        'spec.volumes': [{ name: 'v' }],
        [`${c}.volumeMounts`]: [{ name: 'v', mountPath: '/', subPath: text }],
      })),
      pod(`${kind} windows user`, () => ({ [`${c}.securityContext.windowsOptions.runAsUserName`]: text })),
      pod(`${kind} iqn`, () => ({
        'spec.volumes': [{ name: 'v', iscsi: { targetPortal: 'p', iqn: `iqn.2001-04.${text}`, lun: 0 } }],
      })),
      pod(`${kind} header`, () => ({
        [`${c}.livenessProbe.httpGet`]: { port: 1, httpHeaders: [{ name: text, value: '' }] },
      })),
      pod(`${kind} port name`, () => ({ [`${c}.ports`]: [{ containerPort: 1, name: text }] })),
      pod(`${kind} address`, () => ({ 'spec.dnsConfig.nameservers': [text] })),
      service(`${kind} address`, () => ({ 'spec.externalIPs': [text] })),
      service(`${kind} range`, () => ({ 'spec.loadBalancerSourceRanges': [text] })),
      of('batch/v1', 'CronJob')(`${kind} schedule`, () => ({ 'spec.schedule': text })),
      of('networking.k8s.io/v1', 'Ingress')(`${kind} host`, () => ({
        'spec.rules': [{ host: `*.${text}` }],
      })),
      of('networking.k8s.io/v1', 'Ingress')(`${kind} address as host`, () => ({
        'spec.rules': [{ host: text.replaceAll('a', '1') }],
      })),
      hook(`${kind} URL`, () => ({ 'webhooks[0].clientConfig.url': `https://${text}` })),
      hook(`${kind} path`, () => ({
        'webhooks[0].clientConfig': { service: { name: 'a', namespace: 'b', path: `/${text}` } },
      })),
      crd(`${kind} pattern`, () => ({
        'spec.versions[0].schema.openAPIV3Schema.properties': { a: { type: 'string', pattern: text } },
      })),
      of('rbac.authorization.k8s.io/v1', 'Role')(`${kind} name`, () => ({ 'metadata.name': text })),
      of('flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema')(`${kind} URL`, () => ({
        'spec.rules[0].nonResourceRules': [{ verbs: ['get'], nonResourceURLs: [`/${text}`] }],
      })),
      of('policy/v1', 'PodDisruptionBudget')(`${kind} part`, () => ({ 'spec.minAvailable': `${text}%` })),
      of('storage.k8s.io/v1', 'StorageClass')(`${kind} provisioner`, () => ({ provisioner: text })),
      of('certificates.k8s.io/v1', 'CertificateSigningRequest')(`${kind} signer`, () => ({
        'spec.signerName': `a.b/${text}`,
      })),
      of('policy/v1beta1', 'PodSecurityPolicy')(`${kind} switch`, () => ({
        'spec.forbiddenSysctls': [text],
      })),
    ];
  }),
  pod('a long number', () => ({ [`${c}.resources.limits`]: { cpu: '9'.repeat(limit - 20_000) } })),
  claim('a long fraction', () => ({
    'spec.resources.requests.storage': `0.${'9'.repeat(limit - 20_000)}`,
  })),
  service('ports', () => ({ 'spec.ports': fill((n) => ({ name: `p${n}`, port: (n % 65535) + 1 })) })),
  service('ports without names', () => ({ 'spec.ports': fill((n) => ({ port: n + 1 })) })),
  service('outer addresses', () => ({ 'spec.externalIPs': fill((n) => `1.2.${(n >> 8) & 255}.${n & 255}`) })),
  service('addresses', () => ({ 'spec.clusterIP': '1.2.3.4', 'spec.clusterIPs': fill(() => '1.2.3.4') })),
  service('ranges', () => ({
    'spec.type': 'LoadBalancer',
    'spec.clusterIP': undefined,
    'spec.loadBalancerSourceRanges': fill(() => '1.2.3.0/24'),
  })),
  of('v1', 'Endpoints')('addresses', () => ({
    subsets: [
      { addresses: fill((n) => ({ ip: `10.1.${(n >> 8) & 255}.${n & 255}` })), ports: [{ port: 1 }] },
    ],
  })),
  of('v1', 'Endpoints')('subsets', () => ({
    subsets: fill(() => ({ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 1 }] })),
  })),
  of('v1', 'ConfigMap')('keys', () => ({ data: map((n) => [`k${n}`, '']) })),
  of('v1', 'ConfigMap')('bad keys', () => ({ data: map((n) => [`!${n}`, '']) })),
  of('v1', 'Node')('taints', () => ({
    'spec.taints': fill((n) => ({ key: `k${n}`, effect: 'NoSchedule' })),
  })),
  of('v1', 'Node')('one taint', () => ({ 'spec.taints': fill(() => ({ key: 'k', effect: 'NoSchedule' })) })),
  of('v1', 'LimitRange')('limits', () => ({ 'spec.limits': fill(() => ({ type: 'Container' })) })),
  of('v1', 'ResourceQuota')('scopes', () => ({ 'spec.scopes': fill(() => 'BestEffort') })),
  of('v1', 'ResourceQuota')('bad scopes', () => ({ 'spec.scopes': fill((n) => `s${n}`) })),
  of('v1', 'ResourceQuota')('resources', () => ({ 'spec.hard': map((n) => [`count/a${n}.b`, '1']) })),
  of('v1', 'PersistentVolume')('access modes', () => ({ 'spec.accessModes': fill(() => 'ReadWriteOnce') })),
  of('v1', 'PersistentVolume')('bad access modes', () => ({ 'spec.accessModes': fill((n) => `m${n}`) })),
  claim('access modes', () => ({ 'spec.accessModes': fill(() => 'ReadWriteOnce') })),
  of('apps/v1', 'Deployment')('selectors', () => ({
    'spec.selector.matchExpressions': fill((n) => ({ key: `k${n}`, operator: 'Exists' })),
  })),
  of('apps/v1', 'Deployment')('labels', () => ({ 'spec.selector.matchLabels': map((n) => [`k${n}`, 'v']) })),
  of('autoscaling/v2', 'HorizontalPodAutoscaler')('metrics', () => ({
    'spec.metrics': fill(() => ({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
    })),
  })),
  of('autoscaling/v1', 'HorizontalPodAutoscaler')('metrics in an annotation', () => ({
    "metadata.annotations['autoscaling.alpha.kubernetes.io/metrics']": JSON.stringify(
      Array(15_000).fill({ type: 'Pods', pods: { metricName: 'r', targetAverageValue: '5' } }),
    ),
  })),
  of('networking.k8s.io/v1', 'Ingress')('rules', () => ({
    'spec.rules': fill((n) => ({ host: `a${n}.b` })),
  })),
  of('networking.k8s.io/v1', 'Ingress')('paths', () => ({
    'spec.rules': [
      {
        http: {
          paths: fill((n) => ({
            path: `/${n}`,
            pathType: 'Exact',
            backend: { service: { name: 's', port: { number: 1 } } },
          })),
        },
      },
    ],
  })),
  of('networking.k8s.io/v1', 'NetworkPolicy')('exceptions', () => ({
    'spec.ingress': [
      {
        from: [
          { ipBlock: { cidr: '0.0.0.0/0', except: fill((n) => `10.${(n >> 8) & 255}.${n & 255}.0/24`) } },
        ],
      },
    ],
  })),
  of('networking.k8s.io/v1', 'NetworkPolicy')('ports', () => ({
    'spec.ingress': [{ ports: fill((n) => ({ port: n })) }],
  })),
  of('networking.k8s.io/v1', 'NetworkPolicy')('nobody', () => ({
    'spec.ingress': [{ from: fill(() => ({})) }],
  })),
  of('rbac.authorization.k8s.io/v1', 'ClusterRole')('rules', () => ({
    rules: fill(() => ({ apiGroups: [''], resources: ['a'], verbs: ['b'] })),
  })),
  of('rbac.authorization.k8s.io/v1', 'ClusterRole')('empty rules', () => ({ rules: fill(() => ({})) })),
  of('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding')('subjects', () => ({
    subjects: fill((n) => ({ kind: 'User', name: `u${n}` })),
  })),
  of('storage.k8s.io/v1', 'StorageClass')('topologies', () => ({
    allowedTopologies: fill((n) => ({ matchLabelExpressions: [{ key: `k${n}`, values: ['a'] }] })),
  })),
  of('storage.k8s.io/v1', 'StorageClass')('topology values', () => ({
    allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: fill((n) => `v${n}`) }] }],
  })),
  of('storage.k8s.io/v1', 'StorageClass')('one topology value', () => ({
    allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: fill(() => 'v') }] }],
  })),
  of('storage.k8s.io/v1', 'StorageClass')('one topology', () => ({
    allowedTopologies: fill(() => ({ matchLabelExpressions: [{ key: 'k', values: ['a'] }] })),
  })),
  of('storage.k8s.io/v1', 'CSINode')('drivers', () => ({
    'spec.drivers': fill((n) => ({ name: `d${n}`, nodeID: 'n' })),
  })),
  of('storage.k8s.io/v1', 'CSINode')('topology keys', () => ({
    'spec.drivers[0].topologyKeys': fill((n) => `k${n}`),
  })),
  of('storage.k8s.io/v1', 'CSINode')('bad topology keys', () => ({
    'spec.drivers[0].topologyKeys': fill((n) => `!${n}`),
  })),
  of('storage.k8s.io/v1', 'CSIDriver')('tokens', () => ({
    'spec.tokenRequests': fill((n) => ({ audience: `a${n}` })),
  })),
  slice('endpoints', () => ({
    endpoints: fill((n) => ({ addresses: [`10.1.${(n >> 8) & 255}.${n & 255}`] })),
  })),
  slice('addresses', () => ({ 'endpoints[0].addresses': fill((n) => `10.1.${(n >> 8) & 255}.${n & 255}`) })),
  slice('ports', () => ({ ports: fill((n) => ({ name: `p${n}`, port: 1 })) })),
  slice('hints', () => ({ 'endpoints[0].hints.forZones': fill((n) => ({ name: `z${n}` })) })),
  hook('hooks of one name', () => ({ webhooks: fill(() => ({ name: 'a.b.c' })) })),
  hook('hooks', () => ({
    webhooks: fill((n) => ({
      name: `a${n}.b.c`,
      clientConfig: { url: 'https://a.b/' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    })),
  })),
  hook('resources', () => ({
    'webhooks[0].rules': [
      { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: fill((n) => `r${n}/s`) },
    ],
  })),
  hook('review versions', () => ({ 'webhooks[0].admissionReviewVersions': fill((n) => `v${n}`) })),
  hook('operations', () => ({
    'webhooks[0].rules': [
      { operations: fill(() => 'X'), apiGroups: ['*'], apiVersions: ['*'], resources: ['a'] },
    ],
  })),
  crd('fields', () => ({
    'spec.versions[0].schema.openAPIV3Schema.properties': Object.fromEntries(
      fill((n): [string, object] => [`f${n}`, { type: 'string' }]),
    ),
  })),
  crd('versions', () => ({
    'spec.versions': fill((n) => ({ name: `v${n}`, served: true, storage: n === 0 })),
  })),
  crd('columns', () => ({
    'spec.versions[0].additionalPrinterColumns': fill(() => ({ name: 'a', type: 'string', jsonPath: '.a' })),
  })),
  crd('short names', () => ({ 'spec.names.shortNames': fill((n) => `s${n}`) })),
  crd('a deep schema', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 500; depth++) schema = { type: 'object', properties: { a: schema } };
    return { 'spec.versions[0].schema.openAPIV3Schema': schema };
  }),
  crd('many of all', () => ({
    'spec.versions[0].schema.openAPIV3Schema.allOf': fill((n) => ({
      properties: { [`f${n}`]: { minLength: 1 } },
    })),
  })),
  of('flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema')('verbs', () => ({
    'spec.rules[0].resourceRules[0].verbs': fill((n) => `v${n}`),
  })),
  of('flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema')('subjects', () => ({
    'spec.rules[0].subjects': fill((n) => ({ kind: 'User', user: { name: `u${n}` } })),
  })),
  of('policy/v1beta1', 'PodSecurityPolicy')('switches', () => ({
    'spec.forbiddenSysctls': fill((n) => `a${n}.*`),
    'spec.allowedUnsafeSysctls': ['b.*'],
  })),
  of('policy/v1beta1', 'PodSecurityPolicy')('switches of both kinds', () => ({
    'spec.forbiddenSysctls': half((n) => `a${n}.*`),
    'spec.allowedUnsafeSysctls': half((n) => `b${n}.*`),
  })),
  of('policy/v1beta1', 'PodSecurityPolicy')('capabilities', () => ({
    'spec.allowedCapabilities': half((n) => `A${n}`),
    'spec.requiredDropCapabilities': half((n) => `B${n}`),
  })),
  of('policy/v1beta1', 'PodSecurityPolicy')('classes', () => ({
    'spec.runtimeClass.allowedRuntimeClassNames': fill((n) => `c${n}`),
  })),
  of('certificates.k8s.io/v1', 'CertificateSigningRequest')('usages', () => ({
    'spec.usages': fill(() => 'client auth'),
  })),
  of('certificates.k8s.io/v1', 'CertificateSigningRequest')('a request', () => ({
    'spec.request': Buffer.from(
      `-----BEGIN CERTIFICATE REQUEST-----\n${'A'.repeat(1_000_000)}\n-----END CERTIFICATE REQUEST-----\n`,
    ).toString('base64'),
  })),
  of('certificates.k8s.io/v1', 'CertificateSigningRequest')('no request', () => ({
    'spec.request': Buffer.from('-----BEGIN '.repeat(90_000)).toString('base64'),
  })),
  of('batch/v1', 'CronJob')('minutes', () => ({
    'spec.schedule': `${fill((n) => n % 60).join(',')} * * * *`,
  })),
  of('node.k8s.io/v1', 'RuntimeClass')('tolerations', () => ({
    'scheduling.tolerations': fill((n) => ({ key: `k${n}`, operator: 'Exists' })),
  })),
  of('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion')('name', () => ({ 'metadata.name': long })),
];

/** What a body may be at most: more than the store takes. */
export const widestBodies: Wide[] = [
  pod('labels of 3 MiB', () => ({ 'metadata.labels': widest((n) => [`!${n}`, 'v']) })),
  pod('containers of 3 MiB', () => ({ 'spec.containers': Array(1_000_000).fill({}) })),
  of('v1', 'ConfigMap')('keys of 3 MiB', () => ({ data: widest((n) => [`k${n}`, '']) })),
];

function widest(of: (index: number) => [string, string]): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => of(index)));
}

/** What is sent: cut off where a text would make it too large. */
export function wideBody({ apiVersion, kind, change }: Wide): string {
  const body = JSON.stringify(changed(validObject(apiVersion, kind), change()));
  if (body.length > maxBodyBytes) throw new Error(`${kind} of ${body.length} bytes`);
  return body;
}
