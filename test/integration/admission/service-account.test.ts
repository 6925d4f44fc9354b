import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  expectAnswer,
  forbiddenPod,
  podWith,
  type Sentence,
  serverWith,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
const base = '/api/v1/namespaces';
const path = '/var/run/secrets/kubernetes.io/serviceaccount';
const create = (namespace: string, name: string, spec: object = {}, metadata: object = {}) =>
  server.client.post(`${base}/${namespace}/pods`, podWith(name, spec, metadata));

const volume = (name: unknown) => ({
  name,
  projected: {
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
  },
});
const mount = (name: unknown) => ({ name, readOnly: true, mountPath: path });
const generated = expect.stringMatching(/^kube-api-access-[a-z0-9]{5}$/);

const accounts = [
  { metadata: { name: 'builder' }, imagePullSecrets: [{ name: 'registry' }] },
  { metadata: { name: 'silent' }, automountServiceAccountToken: false },
  {
    metadata: { name: 'strict', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
    secrets: [{ name: 'own' }],
    imagePullSecrets: [{ name: 'registry' }],
  },
];

beforeAll(async () => {
  server = await serverWith({});
  for (const name of ['team', 'empty', 'dry']) await done(server.client.post(base, { metadata: { name } }));
  for (const account of accounts) await done(server.client.post(`${base}/team/serviceaccounts`, account));
});
afterAll(() => server?.remove());

const usual: Sentence[] = [
  [
    'a pod that names none gets the account default',
    () => create('team', 'plain'),
    {
      status: 201,
      shows: { spec: { serviceAccountName: 'default', serviceAccount: 'default' } },
      exactly: {
        'spec.volumes': [volume(generated)],
        'spec.containers.0.volumeMounts': [mount(generated)],
      },
    },
  ],
  [
    'a named account that is missing is an error',
    () => create('team', 'p', { serviceAccountName: 'nobody' }),
    forbiddenPod('p', 'error looking up service account team/nobody: serviceaccount "nobody" not found'),
  ],
  [
    'and does not come to be by being named',
    () => server.client.get(`${base}/team/serviceaccounts/nobody`),
    { status: 404 },
  ],
  [
    'the account default does, as a controller that may be missing would make it',
    () => server.client.get(`${base}/team/serviceaccounts/default`),
    { status: 200 },
  ],
  [
    'a dry run makes none, and shows what would be',
    () => server.client.post(`${base}/dry/pods?dryRun=All`, podWith('p')),
    { status: 201, exactly: { 'spec.volumes': [volume(generated)] } },
  ],
  ['really none', () => server.client.get(`${base}/dry/serviceaccounts/default`), { status: 404 }],
  [
    'nothing is mounted when the account says so',
    () => create('team', 'silent', { serviceAccountName: 'silent' }),
    { status: 201, exactly: { 'spec.volumes': undefined, 'spec.containers.0.volumeMounts': undefined } },
  ],
  [
    'unless the pod says otherwise',
    () => create('team', 'loud', { serviceAccountName: 'silent', automountServiceAccountToken: true }),
    { status: 201, exactly: { 'spec.volumes': [volume(generated)] } },
  ],
  [
    'nor when the pod itself says so',
    () => create('team', 'mute', { automountServiceAccountToken: false }),
    { status: 201, exactly: { 'spec.volumes': undefined } },
  ],
  [
    'a volume of that name that the pod brings is used',
    () =>
      create('team', 'brings', {
        volumes: [{ name: 'kube-api-access-mine', emptyDir: {} }],
        initContainers: [container('i')],
      }),
    {
      status: 201,
      exactly: {
        'spec.volumes': [{ name: 'kube-api-access-mine', emptyDir: {} }],
        'spec.containers.0.volumeMounts': [mount('kube-api-access-mine')],
        'spec.initContainers.0.volumeMounts': [mount('kube-api-access-mine')],
      },
    },
  ],
  [
    'a container with something else in that place keeps it',
    () =>
      create('team', 'own-mount', {
        volumes: [{ name: 'mine', emptyDir: {} }],
        containers: [container('c', { volumeMounts: [{ name: 'mine', mountPath: path }] })],
      }),
    {
      status: 201,
      exactly: {
        'spec.volumes': [{ name: 'mine', emptyDir: {} }],
        'spec.containers.0.volumeMounts': [{ name: 'mine', mountPath: path }],
      },
    },
  ],
  [
    'the credentials for images come from the account',
    () => create('team', 'pulls', { serviceAccountName: 'builder' }),
    { status: 201, exactly: { 'spec.imagePullSecrets': [{ name: 'registry' }] } },
  ],
  [
    'unless the pod brings some',
    () => create('team', 'pulls2', { serviceAccountName: 'builder', imagePullSecrets: [{ name: 'other' }] }),
    { status: 201, exactly: { 'spec.imagePullSecrets': [{ name: 'other' }] } },
  ],
];

const mirror = { annotations: { 'kubernetes.io/config.mirror': 'hash' } };
const ofMirrors: Sentence[] = [
  [
    'is not changed',
    () => create('team', 'mirror', { nodeName: 'n' }, mirror),
    { status: 201, exactly: { 'spec.volumes': undefined, 'spec.serviceAccountName': undefined } },
  ],
  [
    'has no account',
    () => create('team', 'm', { nodeName: 'n', serviceAccountName: 'builder' }, mirror),
    forbiddenPod('m', 'a mirror pod may not reference service accounts'),
  ],
  [
    'no Secret in a volume',
    () =>
      create('team', 'm', { nodeName: 'n', volumes: [{ name: 'v', secret: { secretName: 's' } }] }, mirror),
    forbiddenPod('m', 'a mirror pod may not reference secrets'),
  ],
  [
    'nor in the environment of a container',
    () =>
      create(
        'team',
        'm',
        { nodeName: 'n', containers: [container('c', { envFrom: [{ secretRef: { name: 's' } }] })] },
        mirror,
      ),
    forbiddenPod('m', 'a mirror pod may not reference secrets'),
  ],
  [
    'and no token',
    () =>
      create(
        'team',
        'm',
        {
          nodeName: 'n',
          volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
        },
        mirror,
      ),
    forbiddenPod('m', 'a mirror pod may not use ServiceAccountToken volume projections'),
  ],
];

const because = 'is not allowed because service account strict does not reference that';
const strict = (spec: object) => () => create('team', 's', { serviceAccountName: 'strict', ...spec });
const variable = (secret: string) => ({
  env: [{ name: 'E', valueFrom: { secretKeyRef: { name: secret, key: 'k' } } }],
});
const all = (secret: string) => ({ envFrom: [{ secretRef: { name: secret } }] });
const ofStrictAccounts: Sentence[] = [
  [
    'mounts those Secrets only',
    strict({ volumes: [{ name: 'v', secret: { secretName: 'other' } }] }),
    forbiddenPod('s', `volume with secret.secretName="other" ${because} secret`),
  ],
  [
    'has no others in its variables',
    strict({ containers: [container('c', variable('other'))] }),
    forbiddenPod('s', `container c with envVar E referencing secret.secretName="other" ${because} secret`),
  ],
  [
    'also not before it begins',
    strict({ initContainers: [container('i', variable('other'))] }),
    forbiddenPod(
      's',
      `init container i with envVar E referencing secret.secretName="other" ${because} secret`,
    ),
  ],
  [
    'nor all variables of one at once (CVE-2024-3177)',
    strict({ containers: [container('c', all('other'))] }),
    forbiddenPod('s', `container c with envFrom referencing secret.secretName="other" ${because} secret`),
  ],
  [
    'nor there before it begins (CVE-2024-3177)',
    strict({ initContainers: [container('i', all('other'))] }),
    forbiddenPod(
      's',
      `init container i with envFrom referencing secret.secretName="other" ${because} secret`,
    ),
  ],
  [
    'pulls images with those of the account',
    strict({ imagePullSecrets: [{ name: 'registry' }, { name: 'other' }] }),
    forbiddenPod('s', `imagePullSecrets[1].name="other" ${because} imagePullSecret`),
  ],
  [
    'may have all that the account names',
    strict({
      volumes: [{ name: 'v', secret: { secretName: 'own' } }],
      containers: [container('c', { ...variable('own'), ...all('own') })],
    }),
    { status: 201 },
  ],
  ...([variable, all] as const).map(
    (ask): Sentence => [
      `has no others in containers that are added later (CVE-2023-2728): ${ask.name}`,
      async () => {
        const { body } = await server.client.get(`${base}/team/pods/s`);
        const added = container('e', { ...ask('other'), terminationMessagePolicy: 'File' });
        body.spec.ephemeralContainers = [added];
        return server.client.put(`${base}/team/pods/s/ephemeralcontainers`, body);
      },
      forbiddenPod(
        's',
        `ephemeral container e with ${ask === all ? 'envFrom' : 'envVar E'} referencing secret.secretName="other" ${because} secret`,
      ),
    ],
  ),
  [
    'may have the others there',
    async () => {
      const { body } = await server.client.get(`${base}/team/pods/s`);
      body.spec.ephemeralContainers = [container('e', all('own'))];
      return server.client.put(`${base}/team/pods/s/ephemeralcontainers`, body);
    },
    { status: 200 },
  ],
];

describe('ServiceAccount, on by default', () => {
  it.each(usual)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('makes the account default once for all who need it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create('empty', `p${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  });

  it('speaks the dialect of the server', async () => {
    const other = await serverWith({ dialect: 'orch' });
    try {
      const { body } = await other.client.post(`${base}/default/pods`, podWith('p'));
      const [{ name, projected }] = body.spec.volumes;
      expect(name).toMatch(/^orch-api-access-/);
      expect(projected.sources[1].configMap.name).toBe('orch-root-ca.crt');
      expect(body.spec.containers[0].volumeMounts[0].mountPath).toBe(
        '/var/run/secrets/orch.io/serviceaccount',
      );
    } finally {
      await other.remove();
    }
  });
});

describe('a mirror pod', () => {
  it.each(ofMirrors)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});

describe('a pod of an account that names its Secrets', () => {
  it.each(ofStrictAccounts)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
