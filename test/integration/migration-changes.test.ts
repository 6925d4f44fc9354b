import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { FeatureGates } from '../../src/api/gates/feature-gates.ts';
import { dialects } from '../../src/api/meta/dialect.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import { apiVersionOf } from '../../src/api/schema/schema.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { StoredVersions } from '../../src/registry/conversion/stored-versions.ts';
import { VersionCodec } from '../../src/registry/conversion/version-codec.ts';
import { Resources } from '../../src/registry/resources.ts';
import { StorageKeys } from '../../src/storage/keys.ts';
import { jsonFormat } from '../../src/storage/storage-format.ts';
import type { Answer } from '../support/api-client.ts';
import { testedRelease } from '../support/release.ts';
import { TestServer } from '../support/server.ts';

/** Every "notable change" of the migration table that is not a mere change of form (migration.test.ts has those). */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--emulated-version=1.21'] });
});
afterAll(() => server.remove());

const post = (path: string, object: object): Promise<Answer> => server.client.post(path, object);
const get = (path: string): Promise<Answer> => server.client.get(path);

function fieldsOf({ status, body }: Answer): string[] {
  expect(status).toBe(422);
  return body.details.causes.map(({ field }: any) => field).sort();
}

describe('EndpointSlice', () => {
  it('v1 keeps what is left of the topology to itself: it comes only from v1beta1', async () => {
    const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
    const endpoint = { addresses: ['10.1.2.3'], nodeName: 'node-1', zone: 'zone-a' };
    expect(
      (await post(path, { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [endpoint] })).status,
    ).toBe(201);
    const old = await get('/apis/discovery.k8s.io/v1beta1/namespaces/default/endpointslices/s');
    expect(old.body.endpoints).toMatchObject([
      {
        nodeName: 'node-1',
        topology: { 'kubernetes.io/hostname': 'node-1', 'topology.kubernetes.io/zone': 'zone-a' },
      },
    ]);
    expect(old.body.endpoints[0]).not.toHaveProperty('zone');
  });
});

describe('Event', () => {
  const at = (version: string): string => `/apis/events.k8s.io/${version}/namespaces/default/events`;
  const regarding = { kind: 'Pod', namespace: 'default', name: 'web' };
  const complete = {
    eventTime: '2026-01-02T03:04:05.000000Z',
    type: 'Normal',
    reason: 'Because',
    action: 'Doing',
    reportingController: 'example.com/controller',
    reportingInstance: 'controller-1',
    regarding,
    note: 'It happened.',
  };

  it('v1 takes a whole one', async () => {
    expect((await post(at('v1'), { metadata: { name: 'whole' }, ...complete })).status).toBe(201);
  });

  it.each(['action', 'reason', 'reportingController', 'reportingInstance', 'eventTime'])(
    'v1 wants %s',
    async (field) => {
      const event = { metadata: { name: 'part' }, ...complete, [field]: undefined };
      expect((await post(at('v1'), event)).status).toBe(422);
    },
  );

  it.each([
    ['type', 'Weird'],
    ['deprecatedCount', 1],
    ['deprecatedFirstTimestamp', '2026-01-02T03:04:05Z'],
    ['deprecatedLastTimestamp', '2026-01-02T03:04:05Z'],
    ['deprecatedSource', { component: 'somebody' }],
  ])('v1 refuses %s %j', async (field, value) => {
    const event = { metadata: { name: 'more' }, ...complete, [field]: value };
    expect((await post(at('v1'), event)).status).toBe(422);
    expect(
      (await post(at('v1beta1'), { ...event, metadata: { name: `more-${field.toLowerCase()}` } })).status,
    ).toBe(201);
  });

  it('v1 counts in a series', async () => {
    const series = { count: 2, lastObservedTime: '2026-01-02T03:04:05.000000Z' };
    expect((await post(at('v1'), { metadata: { name: 'series' }, ...complete, series })).status).toBe(201);
    expect(
      (await post(at('v1'), { metadata: { name: 'one' }, ...complete, series: { count: 1 } })).status,
    ).toBe(422);
  });
});

describe('PodDisruptionBudget', () => {
  const at = (version: string): string => `/apis/policy/${version}/namespaces/default/poddisruptionbudgets`;

  it('an empty selector means every pod in v1 and none in v1beta1; none at all means none in both', async () => {
    await post(at('v1'), { metadata: { name: 'every' }, spec: { minAvailable: 1, selector: {} } });
    await post(at('v1'), { metadata: { name: 'none' }, spec: { minAvailable: 1 } });
    expect((await get(`${at('v1')}/every`)).body.spec.selector).toEqual({});
    expect((await get(`${at('v1beta1')}/every`)).body.spec.selector).toEqual({
      matchExpressions: [
        { key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator: 'DoesNotExist' },
      ],
    });
    for (const version of ['v1', 'v1beta1']) {
      expect((await get(`${at(version)}/none`)).body.spec).not.toHaveProperty('selector');
    }
  });
});

describe.each(['mutating', 'validating'])('%s webhook configurations', (type) => {
  const at = (version: string): string =>
    `/apis/admissionregistration.k8s.io/${version}/${type}webhookconfigurations`;
  const hook = (name: string, more: object = {}): object => ({
    name,
    clientConfig: { url: 'https://hooks.example.com/a' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  });
  const configuration = (...webhooks: object[]): object => ({ metadata: { generateName: 'c-' }, webhooks });

  it('v1 has other defaults', async () => {
    const { body, status } = await post(at('v1'), configuration(hook('a.example.com')));
    expect(status).toBe(201);
    expect(body.webhooks[0]).toMatchObject({
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      timeoutSeconds: 10,
    });
  });

  it.each([
    ['no side effects told', { sideEffects: undefined }],
    ['unknown side effects', { sideEffects: 'Unknown' }],
    ['some side effects', { sideEffects: 'Some' }],
    ['no review versions', { admissionReviewVersions: undefined }],
  ])('v1 refuses %s, v1beta1 does not', async (_title, more) => {
    expect((await post(at('v1'), configuration(hook('a.example.com', more)))).status).toBe(422);
    expect((await post(at('v1beta1'), configuration(hook('a.example.com', more)))).status).toBe(201);
  });

  it('v1 wants names that are unique', async () => {
    const twice = configuration(hook('a.example.com'), hook('a.example.com'));
    expect(fieldsOf(await post(at('v1'), twice))).toEqual(['webhooks[1].name']);
    expect((await post(at('v1beta1'), twice)).status).toBe(201);
  });
});

describe('CustomResourceDefinition', () => {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = (spec: object, version: object = { schema }): object => ({
    metadata: { name: 'backups.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'backups', kind: 'Backup' },
      versions: [{ name: 'v1', served: true, storage: true, ...version }],
      ...spec,
    },
  });

  it.each([
    ['a scope', definition({ scope: undefined })],
    ['versions', definition({ versions: undefined })],
    ['a schema', definition({}, {})],
    [
      'a schema that is structural',
      definition({}, { schema: { openAPIV3Schema: { properties: { spec: {} } } } }),
    ],
    ['to know its fields', definition({ preserveUnknownFields: true })],
  ])('v1 wants %s', async (_title, object) => {
    expect((await post(path, object)).status).toBe(422);
  });
});

describe('CertificateSigningRequest', () => {
  const at = (version: string): string => `/apis/certificates.k8s.io/${version}/certificatesigningrequests`;
  const request = execFileSync(
    'openssl',
    ['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', '/dev/null'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).toString('base64');
  const usages = ['client auth'];
  const signerName = 'example.com/signer';
  const asked = (spec: object): object => ({
    metadata: { generateName: 'c-' },
    spec: { request, signerName, usages, ...spec },
  });

  it('v1 takes a whole one', async () => {
    expect((await post(at('v1'), asked({}))).status).toBe(201);
  });

  it.each([
    ['signerName', { signerName: undefined }],
    ['signerName', { signerName: 'kubernetes.io/legacy-unknown' }],
    ['usages', { usages: undefined }],
    ['usages', { usages: ['client auth', 'client auth'] }],
  ])('v1 is strict about %s, v1beta1 is not', async (field, spec) => {
    const fields = fieldsOf(await post(at('v1'), asked(spec)));
    expect(fields.every((name) => name.startsWith(`spec.${field}`))).toBe(true);
    expect((await post(at('v1beta1'), asked(spec))).status).toBe(201);
  });

  it('v1 wants conditions that have a status and are of different types', async () => {
    const { body } = await post(at('v1'), asked({}));
    const approval = `${at('v1')}/${body.metadata.name}/approval`;
    const condition = { type: 'Approved', reason: 'Because' };
    const approve = (...conditions: object[]): Promise<Answer> =>
      server.client.put(approval, { ...body, status: { conditions } });
    expect((await approve(condition)).status).toBe(422);
    expect((await approve({ ...condition, status: 'True' }, { ...condition, status: 'True' })).status).toBe(
      422,
    );
    expect((await approve({ ...condition, status: 'True' })).status).toBe(200);
  });
});

describe('Ingress', () => {
  const paths = (pathType: string | undefined): object => ({
    metadata: { generateName: 'i-' },
    spec: {
      rules: [
        {
          http: {
            paths: [{ path: '/a', pathType, backend: { service: { name: 'web', port: { number: 80 } } } }],
          },
        },
      ],
    },
  });

  it('v1 wants a type of each path', async () => {
    const path = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
    expect(fieldsOf(await post(path, paths(undefined)))).toEqual(['spec.rules[0].http.paths[0].pathType']);
    for (const pathType of ['Prefix', 'Exact', 'ImplementationSpecific']) {
      expect((await post(path, paths(pathType))).status).toBe(201);
    }
    expect((await post(path, paths('Other'))).status).toBe(422);
  });
});

/** What no emulated release serves, and reviews, which nobody answers yet: converted without a server. */
describe('forms of versions that are not served', () => {
  const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
  const definitions = loadDefinitions(
    fileURLToPath(new URL('../../api-definitions', import.meta.url)),
    dialect,
    testedRelease,
  );
  const resources = new Resources(definitions.kinds, definitions.kinds, {
    rules: allKinds({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(testedRelease) }),
    keys: new StorageKeys('/registry'),
    storage: { format: jsonFormat, versions: new StoredVersions(definitions.kinds, dialect, '1.23') },
    plainFinalizers: [],
    watchHistory: 0,
    timesToLive: new Map(),
    companions: new Map(),
    delivered: () => {},
    unreadable: () => {},
    unplaced: () => {},
  });

  function stored(apiVersion: string, kind: string, content: object): any {
    const definition = definitions.kinds.find(
      (one) => apiVersionOf(one) === apiVersion && one.kind === kind,
    )!;
    const shaped = new Normalizer().normalize({ metadata: { name: 'x' }, ...content }, definition.schema);
    const form = new VersionCodec(definition, resources.of(definition)!);
    return form.toStored({ kind, apiVersion, ...shaped } as unknown as ApiObject);
  }

  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'i:1' }] } };

  it.each(['extensions/v1beta1', 'apps/v1beta1'])(
    '%s Deployments took their selector from the template',
    (apiVersion) => {
      const object = stored(apiVersion, 'Deployment', { spec: { template } });
      expect(object).toMatchObject({ apiVersion: 'apps/v1', spec: { selector: { matchLabels: labels } } });
    },
  );

  it('apps/v1 Deployments have other defaults than those before', () => {
    const spec = { selector: { matchLabels: labels }, template };
    expect(stored('apps/v1', 'Deployment', { spec }).spec).toMatchObject({
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    });
    expect(stored('extensions/v1beta1', 'Deployment', { spec }).spec).toMatchObject({
      progressDeadlineSeconds: 2147483647,
      revisionHistoryLimit: 2147483647,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    });
    expect(stored('apps/v1beta1', 'Deployment', { spec }).spec).toMatchObject({ revisionHistoryLimit: 2 });
  });

  it('apps/v1 Deployments have no rollbackTo: it survives as an annotation', () => {
    const object = stored('apps/v1beta1', 'Deployment', { spec: { template, rollbackTo: { revision: 3 } } });
    expect(object.spec).not.toHaveProperty('rollbackTo');
    expect(Object.values(object.metadata.annotations)).toEqual(['3']);
  });

  it('apps/v1 DaemonSets and StatefulSets are updated as they roll, those before when their pods go', () => {
    const spec = { selector: { matchLabels: labels }, template };
    const type = (apiVersion: string, kind: string): string =>
      stored(apiVersion, kind, { spec }).spec.updateStrategy.type;
    expect(type('apps/v1', 'DaemonSet')).toBe('RollingUpdate');
    expect(type('apps/v1beta2', 'DaemonSet')).toBe('RollingUpdate');
    expect(type('extensions/v1beta1', 'DaemonSet')).toBe('OnDelete');
    expect(type('apps/v1', 'StatefulSet')).toBe('RollingUpdate');
    expect(type('apps/v1beta1', 'StatefulSet')).toBe('OnDelete');
  });

  it.each(['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet'])(
    'apps/v1 %s wants a selector that stays',
    async (kind) => {
      const path = `/apis/apps/v1/namespaces/default/${kind.toLowerCase()}s`;
      const object = {
        metadata: { name: 'w' },
        spec: { selector: { matchLabels: labels }, template, serviceName: 'w' },
      };
      const { spec } = object;
      expect((await post(path, { ...object, spec: { ...spec, selector: undefined } })).status).toBe(422);
      expect((await post(path, object)).status).toBe(201);
      const other = { app: 'web', more: 'x' };
      const changed = {
        ...spec,
        selector: { matchLabels: other },
        template: { ...template, metadata: { labels: other } },
      };
      expect((await server.client.put(`${path}/w`, { ...object, spec: changed })).status).toBe(422);
    },
  );

  it('networking.k8s.io/v1 and policy/v1beta1 hold what extensions/v1beta1 showed', () => {
    const policy = stored('extensions/v1beta1', 'NetworkPolicy', { spec: { podSelector: {} } });
    expect(policy.apiVersion).toBe('networking.k8s.io/v1');
    const rule = { rule: 'RunAsAny' };
    const spec = { seLinux: rule, runAsUser: rule, supplementalGroups: rule, fsGroup: rule };
    expect(stored('extensions/v1beta1', 'PodSecurityPolicy', { spec }).apiVersion).toBe('policy/v1beta1');
  });

  it.each(['SubjectAccessReview', 'LocalSubjectAccessReview'])(
    '%s: v1 calls groups what v1beta1 calls group',
    (kind) => {
      const review = stored('authorization.k8s.io/v1beta1', kind, {
        spec: { user: 'jane', group: ['a', 'b'] },
      });
      expect(review).toMatchObject({
        apiVersion: 'authorization.k8s.io/v1',
        spec: { user: 'jane', groups: ['a', 'b'] },
      });
      expect(review.spec).not.toHaveProperty('group');
    },
  );

  it('TokenReview is the same in both', () => {
    const review = stored('authentication.k8s.io/v1beta1', 'TokenReview', { spec: { token: 't' } });
    expect(review).toMatchObject({ apiVersion: 'authentication.k8s.io/v1', spec: { token: 't' } });
  });

  it('reviews are answered in both', async () => {
    for (const version of ['v1', 'v1beta1']) {
      expect((await post(`/apis/authentication.k8s.io/${version}/tokenreviews`, {})).status).toBe(400);
      expect((await post(`/apis/authorization.k8s.io/${version}/subjectaccessreviews`, {})).status).toBe(422);
    }
  });
});
