import { afterAll, beforeAll, describe, it } from 'vitest';
import { done, type Expected, expectAnswer, type Sentence, serverWith } from '../../support/admission.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const storageClasses = '/apis/storage.k8s.io/v1/storageclasses';
const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
const ingressClasses = '/apis/networking.k8s.io/v1/ingressclasses';

const claim = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const createClaim = (...given: Parameters<typeof claim>) => server.client.post(claims, claim(...given));
const marked = (domain: string) => ({
  annotations: { [`${domain}.kubernetes.io/is-default-class`]: 'true' },
});
const storageClass = (name: string, metadata: object = {}, more: object = {}) =>
  done(server.client.post(storageClasses, { metadata: { name, ...metadata }, provisioner: 'p', ...more }));
const className = (name: string | undefined): Expected => ({
  status: 201,
  exactly: { 'spec.storageClassName': name },
});

const ofStorageClasses: Sentence[] = [
  ['without a default nothing is set', () => createClaim('a'), className(undefined)],
  [
    'what asks for no class gets the default',
    async () => {
      await storageClass('usual', marked('storageclass'));
      await storageClass('other', {
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'false' },
      });
      return createClaim('b');
    },
    className('usual'),
  ],
  [
    'what asks for another gets that',
    () => createClaim('c', { storageClassName: 'other' }),
    className('other'),
  ],
  ['asking for none at all is asking', () => createClaim('d', { storageClassName: '' }), className('')],
  [
    'the annotation from before there was a field is asking as well',
    () => createClaim('e', {}, { annotations: { 'volume.beta.kubernetes.io/storage-class': 'other' } }),
    className(undefined),
  ],
  [
    'with two defaults, the older mark is one too, nobody knows which is meant',
    async () => {
      await storageClass('second', marked('storageclass.beta'));
      return createClaim('f');
    },
    {
      status: 403,
      message:
        'persistentvolumeclaims "f" is forbidden: Internal error occurred: 2 default StorageClasses were found',
    },
  ],
  [
    'an update is not concerned',
    async () => {
      const { body } = await server.client.get(`${claims}/a`);
      return server.client.put(`${claims}/a`, {
        ...body,
        metadata: { ...body.metadata, labels: { a: 'b' } },
      });
    },
    { status: 200, exactly: { 'spec.storageClassName': undefined } },
  ],
  [
    'when one of them is no default any more, the other is',
    async () => {
      const { body } = await server.client.get(`${storageClasses}/usual`);
      delete body.metadata.annotations;
      await done(server.client.put(`${storageClasses}/usual`, body));
      return createClaim('g');
    },
    className('second'),
  ],
];

const ingress = (name: string, spec: object = {}, metadata: object = {}) =>
  server.client.post(ingresses, {
    metadata: { name, ...metadata },
    spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
  });
const ingressClass = (name: string, metadata: object = {}) =>
  done(server.client.post(ingressClasses, { metadata: { name, ...metadata }, spec: { controller: 'c/d' } }));
const ingressClassName = (name: string | undefined): Expected => ({
  status: 201,
  exactly: { 'spec.ingressClassName': name },
});

const ofIngressClasses: Sentence[] = [
  ['without a default nothing is set', () => ingress('a'), ingressClassName(undefined)],
  [
    'what asks for no class gets the default',
    async () => {
      await ingressClass('usual', marked('ingressclass'));
      return ingress('b');
    },
    ingressClassName('usual'),
  ],
  [
    'what asks for another gets that',
    () => ingress('c', { ingressClassName: 'other' }),
    ingressClassName('other'),
  ],
  [
    'the annotation from before there was a field is asking as well',
    () => ingress('d', {}, { annotations: { 'kubernetes.io/ingress.class': 'other' } }),
    ingressClassName(undefined),
  ],
  [
    'with two defaults nobody knows which is meant',
    async () => {
      await ingressClass('second', marked('ingressclass'));
      return ingress('e');
    },
    {
      status: 403,
      message:
        'ingresses.networking.k8s.io "e" is forbidden: Internal error occurred: 2 default IngressClasses were found, only 1 allowed',
    },
  ],
];

const volume = (name: string, source: object, metadata: object = {}) =>
  server.client.post(volumes, {
    metadata: { name, ...metadata },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source },
  });

const ofProtection: Sentence[] = [
  [
    'a claim is kept while it is in use',
    () => server.client.get(`${claims}/a`),
    { status: 200, exactly: { 'metadata.finalizers': ['kubernetes.io/pvc-protection'] } },
  ],
  [
    'a volume as well',
    () => volume('plain', { hostPath: { path: '/a' } }),
    { status: 201, exactly: { 'metadata.finalizers': ['kubernetes.io/pv-protection'] } },
  ],
  [
    'other finalizers stay, and it is told once',
    () =>
      createClaim(
        'h',
        { storageClassName: '' },
        { finalizers: ['a.example/b', 'kubernetes.io/pvc-protection'] },
      ),
    { status: 201, exactly: { 'metadata.finalizers': ['a.example/b', 'kubernetes.io/pvc-protection'] } },
  ],
  [
    'deleted, it waits for whoever takes that away',
    () => server.client.delete(`${claims}/a`),
    { status: 200, shows: { metadata: { deletionGracePeriodSeconds: 0 } } },
  ],
];

/** A claim that has its volume. */
async function bound(name: string, storageClassName: string): Promise<void> {
  await done(createClaim(name, { storageClassName }));
  const { body } = await server.client.get(`${claims}/${name}`);
  const status = { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
  await done(server.client.put(`${claims}/${name}/status`, { ...body, status }));
}
const grown = (name: string, storage: string) => async () => {
  const { body } = await server.client.get(`${claims}/${name}`);
  body.spec.resources.requests.storage = storage;
  return server.client.put(`${claims}/${name}`, body);
};
const fixedSize = (name: string): Expected => ({
  status: 403,
  message:
    `persistentvolumeclaims "${name}" is forbidden: only dynamically provisioned pvc can be resized and ` +
    'the storageclass that provisions the pvc must support resize',
});

const ofResize: Sentence[] = [
  [
    'a claim of a class that allows it grows',
    async () => {
      await storageClass('elastic', {}, { allowVolumeExpansion: true });
      await bound('elastic', 'elastic');
      return grown('elastic', '2Gi')();
    },
    { status: 200, shows: { spec: { resources: { requests: { storage: '2Gi' } } } } },
  ],
  [
    'of a class that says nothing about it, it does not',
    async () => {
      await bound('fixed', 'other');
      return grown('fixed', '2Gi')();
    },
    fixedSize('fixed'),
  ],
  [
    'nor without a class',
    async () => {
      await bound('classless', '');
      return grown('classless', '2Gi')();
    },
    fixedSize('classless'),
  ],
  [
    'nor of a class that has gone',
    async () => {
      await bound('orphan', 'never-there');
      return grown('orphan', '2Gi')();
    },
    fixedSize('orphan'),
  ],
];

const provisioned = {
  annotations: { 'pv.kubernetes.io/provisioned-by': 'p' },
  labels: { 'topology.kubernetes.io/zone': 'z2__z1', 'topology.kubernetes.io/region': 'r' },
};
const disk = { awsElasticBlockStore: { volumeID: 'vol-1' } };
const placed = [
  { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['z1', 'z2'] },
  { key: 'topology.kubernetes.io/region', operator: 'In', values: ['r'] },
];
const ofLabels: Sentence[] = [
  [
    'what a provisioner says of its volume places it',
    () => volume('made', disk, provisioned),
    {
      status: 201,
      exactly: { 'spec.nodeAffinity.required.nodeSelectorTerms': [{ matchExpressions: placed }] },
    },
  ],
  [
    'unless the volume says that itself',
    () => {
      const own = [
        { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['z9'] }] },
      ];
      return volume(
        'placed',
        { ...disk, nodeAffinity: { required: { nodeSelectorTerms: own } } },
        provisioned,
      );
    },
    {
      status: 201,
      shows: {
        spec: {
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ values: ['z9'] }] }] } },
        },
      },
    },
  ],
  [
    'of any other volume of a cloud nobody here knows where it is',
    () => volume('v', disk),
    {
      status: 403,
      message:
        'persistentvolumes "v" is forbidden: error querying AWS EBS volume vol-1: unable to build AWS cloud provider for EBS',
    },
  ],
  [
    'labels alone are anybody’s word',
    () => volume('v', { gcePersistentDisk: { pdName: 'd' } }, { labels: provisioned.labels }),
    {
      status: 403,
      message:
        'persistentvolumes "v" is forbidden: error querying GCE PD volume d: unable to build GCE cloud provider for PD',
    },
  ],
  ['what is in no cloud is left alone', () => volume('path', { hostPath: { path: '/b' } }), { status: 201 }],
];

beforeAll(async () => {
  server = await serverWith({ on: ['PersistentVolumeLabel'] });
});
afterAll(() => server?.remove());

describe.each([
  ['DefaultStorageClass, on by default', ofStorageClasses],
  ['DefaultIngressClass, on by default', ofIngressClasses],
  ['StorageObjectInUseProtection, on by default', ofProtection],
  ['PersistentVolumeClaimResize, on by default', ofResize],
  ['PersistentVolumeLabel', ofLabels],
])('%s', (_plugin, rows) => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});

describe('claims that are not bound', () => {
  it('claims that are not bound do not grow', async () => {
    await done(createClaim('loose', { storageClassName: 'elastic' }));
    const answer = await grown('loose', '2Gi')();
    expectAnswer(answer, {
      status: 422,
      message: /spec: Forbidden: /,
    });
  });
});

describe('a server that starts again', () => {
  it('knows the defaults that were there before', async () => {
    const first = await serverWith({});
    const metadata = { name: 'usual', ...marked('storageclass') };
    await done(first.client.post(storageClasses, { metadata, provisioner: 'p' }));
    await first.stop();
    const second = await TestServer.start({ directory: first.directory });
    try {
      expectAnswer(await second.client.post(claims, claim('a')), className('usual'));
    } finally {
      await second.remove();
    }
  });
});
