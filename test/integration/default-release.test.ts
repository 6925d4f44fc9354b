import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, pod } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

const program = new URL('../../dist/commands/apiserver.js', import.meta.url).pathname;
/** The default of builds before this one. */
const before = '1.23';

const job = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };
const namespaced = (group: string, resource: string) => `/apis/${group}/namespaces/default/${resource}`;

/** What is written at the former default, where it is written, and where it is read at the new one. */
const written: [body: any, path: string, later: string][] = [
  [pod('p'), '/api/v1/namespaces/default/pods', ''],
  [configMap('c', { key: 'value' }), '/api/v1/namespaces/default/configmaps', ''],
  [{ metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }, '/api/v1/namespaces/default/services', ''],
  [deployment('d'), namespaced('apps/v1', 'deployments'), ''],
  [
    { metadata: { name: 'j' }, spec: { schedule: '0 0 * * *', jobTemplate: { spec: job } } },
    namespaced('batch/v1beta1', 'cronjobs'),
    namespaced('batch/v1', 'cronjobs'),
  ],
  [
    { metadata: { name: 'b' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'd' } } } },
    namespaced('policy/v1beta1', 'poddisruptionbudgets'),
    namespaced('policy/v1', 'poddisruptionbudgets'),
  ],
  [
    {
      metadata: { name: 'h' },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    },
    namespaced('autoscaling/v2beta2', 'horizontalpodautoscalers'),
    namespaced('autoscaling/v2', 'horizontalpodautoscalers'),
  ],
  [
    { metadata: { name: 'e' }, addressType: 'IPv4', endpoints: [{ addresses: ['10.9.0.1'] }], ports: [] },
    namespaced('discovery.k8s.io/v1beta1', 'endpointslices'),
    namespaced('discovery.k8s.io/v1', 'endpointslices'),
  ],
  [
    { metadata: { name: 'l' }, spec: { distinguisherMethod: { type: 'ByUser' }, matchingPrecedence: 5000 } },
    '/apis/flowcontrol.apiserver.k8s.io/v1beta1/flowschemas',
    '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
  ],
];
written.at(-1)![0].spec.priorityLevelConfiguration = { name: 'global-default' };

/** What both releases show alike: empty times are left out since 1.34, and owners of fields are in versions. */
function shown({ metadata: { managedFields: _owners, ...metadata }, ...object }: any): any {
  return JSON.parse(JSON.stringify({ ...object, metadata }), (_, value) =>
    value === null ? undefined : value,
  );
}

/** Kinds that ended between the two. */
const policies = '/apis/policy/v1beta1/podsecuritypolicies';
const policy = {
  metadata: { name: 'strict' },
  spec: {
    fsGroup: { rule: 'RunAsAny' },
    runAsUser: { rule: 'RunAsAny' },
    seLinux: { rule: 'RunAsAny' },
    supplementalGroups: { rule: 'RunAsAny' },
  },
};

it('a server that is told no release is one of 1.36, and has nothing to warn of', async () => {
  const server = await TestServer.start({ release: undefined });
  try {
    const { body } = await server.client.get('/version');
    expect(body).toMatchObject({
      major: '1',
      minor: '36',
      emulationMinor: '36',
      minCompatibilityMinor: '35',
    });
    expect(body.gitVersion).toMatch(/^v1\.36\./);
    expect(server.output).not.toContain('emulated-version');
  } finally {
    await server.remove();
  }
});

describe('a store that was written at the former default', () => {
  let server: TestServer;
  /** The objects as the server of the former default shows them in their newest versions. */
  const known = new Map<string, any>();

  const pathOf = ([body, path, later]: (typeof written)[number]) => `${later || path}/${body.metadata.name}`;
  const restart = async (release: string | undefined, ...flags: string[]): Promise<void> => {
    await server.stop();
    server = await TestServer.start({ directory: server.directory, release, flags });
  };

  beforeAll(async () => {
    server = await TestServer.start({
      release: before,
      flags: ['--disable-admission-plugins=ServiceAccount'],
    });
    for (const [body, path] of written) {
      const made = await server.client.post(path, body);
      expect(made.status, made.text).toBe(201);
    }
    expect((await server.client.post(policies, policy)).status).toBe(201);
    for (const row of written) {
      // Of versions that did not exist then the oldest one is read.
      const { status, body } = await server.client.get(pathOf(row));
      known.set(pathOf(row), status === 200 ? body : undefined);
    }
    await server.stop();
  });
  afterAll(() => server?.remove());

  it('is looked through first: check-store says what is not served any more, and that all is read', () => {
    const words = ['check-store', '--dialect=kubernetes', `--data-dir=${server.directory}`, '--output=json'];
    const { stdout } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
    const { releases, hidden } = JSON.parse(stdout);
    const newest = releases.find(({ release }: { release: string }) => release === '1.36');
    expect(newest.unreadable).toEqual([]);
    expect(newest.unserved).toEqual([
      expect.objectContaining({ resource: 'podsecuritypolicies.policy', count: 1 }),
    ]);
    expect(hidden).toEqual([]);
  });

  it('is all there at the new one, in the versions that it serves', async () => {
    // Objects are written so that a server of the former default can read them.
    await restart(undefined, `--min-compatibility-version=${before}`);
    for (const row of written) {
      const { status, body } = await server.client.get(pathOf(row));
      expect(status, pathOf(row)).toBe(200);
      const old = known.get(pathOf(row));
      if (old === undefined) continue;
      expect(shown(body)).toMatchObject(shown(old));
    }
    expect((await server.client.get(policies)).status).toBe(404);
  });

  it('takes changes at the new one', async () => {
    for (const row of written) {
      const changed = await server.client.merge(pathOf(row), { metadata: { labels: { touched: 'yes' } } });
      expect(changed.status, changed.text).toBe(200);
    }
  });

  it('is read at the former one again, with what ended in between', async () => {
    await restart(before);
    const { body } = await server.client.get(`${policies}/strict`);
    expect(body.metadata.name).toBe('strict');
    for (const [object, path] of written) {
      const { status, body } = await server.client.get(`${path}/${object.metadata.name}`);
      expect([path, status, body.metadata.labels?.touched]).toEqual([path, 200, 'yes']);
    }
  });
});
