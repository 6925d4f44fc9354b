import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const configMap = (name: string, data: object, labels?: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(labels === undefined ? {} : { labels }) },
  data,
});

const deployment = (image: string, replicas?: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    ...(replicas === undefined ? {} : { replicas }),
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }] }] },
    },
  },
});

describe.each(['orch', 'kubernetes'] as const)('orchctl apply in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  const fieldOf = (name: string, path: string): Promise<string> =>
    orchctl.ask('get', 'cm', name, '-o', `jsonpath={${path}}`);

  it('creates and changes objects, and takes away what a file no longer has', async () => {
    const file = orchctl.file('merged.yaml', configMap('merged', { a: '1', b: '1' }));
    expect(await orchctl.ask('apply', '-f', file)).toBe('configmap/merged serverside-applied\n');
    orchctl.file('merged.yaml', configMap('merged', { a: '2' }));
    await orchctl.ask('apply', '-f', file);
    expect(await fieldOf('merged', '.data')).toBe('{"a":"2"}');
    const manager = dialect === 'orch' ? 'orchctl' : 'kubectl';
    expect(await fieldOf('merged', '.metadata.managedFields[*].manager')).toBe(manager);
  });

  it('shows conflicts with both values and the ways on', async () => {
    const file = orchctl.file('conflict.yaml', configMap('conflict', { a: 'theirs' }));
    await orchctl.ask('apply', '-f', file, '--field-manager', 'somebody');
    orchctl.file('conflict.yaml', configMap('conflict', { a: 'mine' }));
    const { stdout, stderr, code } = await orchctl.run(['apply', '-f', file]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    const lines = stderr.split('\n');
    expect(lines[0]).toBe('error: Apply failed with 1 conflict: conflict with "somebody": .data.a');
    expect(lines[2]!.trim().split(/ {3,}/)).toEqual([
      'FIELD',
      'MANAGER',
      'WRITTEN',
      'ON THE SERVER',
      `IN ${file}`,
    ]);
    expect(lines[3]).toMatch(/^ {2}\.data\.a {3}somebody {3}\d+s ago +"theirs" +"mine"$/);
    expect(stderr).toContain('run the command again with --force-conflicts');
    await orchctl.ask('apply', '-f', file, '--force-conflicts');
    expect(await fieldOf('conflict', '.data.a')).toBe('mine');
  });

  it('goes on with the next object after one that fails', async () => {
    const bad = { ...configMap('bad name', {}) };
    const file = orchctl.file('several.json', {
      apiVersion: 'v1',
      kind: 'List',
      items: [bad, configMap('good', {})],
    });
    const { stdout, stderr, code } = await orchctl.run(['apply', '-f', file]);
    expect(code).toBe(1);
    expect(stdout).toBe('configmap/good serverside-applied\n');
    expect(stderr).toContain('The ConfigMap "bad name" is invalid: metadata.name: ');
  });

  it('reads standard input, and sends nothing to be stored in a dry run', async () => {
    const input = JSON.stringify(configMap('dry', {}));
    const run = (...words: string[]) => orchctl.run(['apply', '-f', '-', ...words], { input });
    expect((await run('--dry-run=server')).stdout).toBe(
      'configmap/dry serverside-applied (server dry run)\n',
    );
    expect((await run('--dry-run=client')).stdout).toBe('configmap/dry created (dry run)\n');
    expect((await orchctl.run(['get', 'cm', 'dry'])).code).toBe(1);
  });

  it('refuses what cannot be meant', async () => {
    const refusal = async (...words: string[]) => (await orchctl.run(['apply', ...words])).stderr.trim();
    expect(await refusal()).toBe('error: must specify one of -f and -k');
    expect(await refusal('-f', '/dev/null')).toBe('error: no objects passed to apply');
    expect(await refusal('-f', '/none')).toBe('error: the path "/none" does not exist');
    expect(await refusal('-f', '-', '--server-side', '--force')).toBe(
      'error: --force cannot be used with --server-side',
    );
    expect(await refusal('-f', '-', '--server-side=false', '--force-conflicts')).toBe(
      'error: --force-conflicts only works with --server-side',
    );
    const file = orchctl.file('unknown.yaml', { ...configMap('x', {}), dat: {} });
    expect(await refusal('-f', file, '--server-side=false')).toContain('unknown field "dat"');
  });

  it('merges by itself, with what it applied last', async () => {
    const file = orchctl.file('client.yaml', deployment('web:1', 2));
    const run = () => orchctl.ask('apply', '--server-side=false', '-f', file);
    expect(await run()).toBe('deployment.apps/web created\n');
    expect(await run()).toBe('deployment.apps/web unchanged\n');
    await orchctl.ask('scale', 'deployment/web', '--replicas=5').catch(() => {});
    orchctl.file('client.yaml', deployment('web:2'));
    expect(await run()).toBe('deployment.apps/web configured\n');
    const web = JSON.parse(await orchctl.ask('get', 'deployment', 'web', '-o', 'json'));
    expect(web.spec.template.spec.containers).toMatchObject([
      { image: 'web:2', imagePullPolicy: 'IfNotPresent' },
    ]);
    // The server's default: the file no longer says how many there are.
    expect(web.spec.replicas).toBe(1);
    const key = dialect === 'orch' ? 'orchctl.orch.io' : 'kubectl.kubernetes.io';
    expect(JSON.parse(web.metadata.annotations[`${key}/last-applied-configuration`]).spec).toEqual(
      deployment('web:2').spec,
    );
  });

  it('takes away what client-side apply wrote, once the server merges', async () => {
    const file = orchctl.file('changed.json', configMap('changed', { a: '1', b: '1' }));
    await orchctl.ask('apply', '--server-side=false', '-f', file);
    orchctl.file('changed.json', configMap('changed', { a: '2' }));
    await orchctl.ask('apply', '-f', file);
    expect(await fieldOf('changed', '.data')).toBe('{"a":"2"}');
    expect(await orchctl.ask('apply', 'view-last-applied', 'cm/changed')).toContain('kind: ConfigMap\n');
    expect((await orchctl.run(['apply', '--server-side=false', '-f', file])).stderr).toBe('');
  });

  it('writes down what was applied last', async () => {
    const file = orchctl.file('noted.json', configMap('noted', { a: '1' }));
    await orchctl.ask('apply', '-f', file);
    expect(await orchctl.complaint('apply', 'set-last-applied', '-f', file)).toContain(
      '--create-annotation\n',
    );
    expect(await orchctl.ask('apply', 'set-last-applied', '-f', file, '--create-annotation')).toBe(
      'configmap/noted configured\n',
    );
    const noted = JSON.parse(await orchctl.ask('apply', 'view-last-applied', 'cm', 'noted', '-o', 'json'));
    expect(noted.data).toEqual({ a: '1' });
  });

  it('deletes what was applied and is in no file any more', async () => {
    const labels = { app: 'pruned' };
    const file = orchctl.file('pruned.json', {
      apiVersion: 'v1',
      kind: 'List',
      items: [configMap('kept', {}, labels), configMap('gone', {}, labels)],
    });
    for (const words of [[], ['--server-side=false']]) {
      orchctl.file('pruned.json', {
        apiVersion: 'v1',
        kind: 'List',
        items: [configMap('kept', {}, labels), configMap('gone', {}, labels)],
      });
      await orchctl.ask('apply', '-f', file, ...words);
      await orchctl.ask('apply', '-f', orchctl.file('other.json', configMap('other', {})), ...words);
      orchctl.file('pruned.json', configMap('kept', {}, labels));
      expect(await orchctl.ask('apply', '-f', file, '--prune', '-l', 'app=pruned', ...words)).toMatch(
        /^configmap\/kept .*\nconfigmap\/gone pruned\n$/,
      );
      expect(await orchctl.ask('get', 'cm', 'other', '-o', 'name')).toBe('configmap/other\n');
    }
  });
});

describe.each(kubectls())('orchctl apply beside $title', ({ path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('prints the same, and leaves the same objects', async () => {
    const both = [new CommandLineHere(server), CommandLine.kubectl(server, path!)];
    const steps = [deployment('web:1', 2), deployment('web:1', 2), deployment('web:2')];
    const seen = await Promise.all(
      both.map(async (client, index) => {
        const namespace = `apply-${index}`;
        await server.client.post('/api/v1/namespaces', { metadata: { name: namespace } });
        const printed: string[] = [];
        for (const step of steps) {
          const file = client.file(`${namespace}.json`, step);
          printed.push(await client.ask('apply', '--server-side=false', '-n', namespace, '-f', file));
          printed.push(
            await client.ask(
              'apply',
              '--server-side=false',
              '-n',
              namespace,
              '-f',
              file,
              '--dry-run=server',
              '-o',
              'name',
            ),
          );
          printed.push(
            await client.ask(
              'apply',
              '--server-side=true',
              '-n',
              namespace,
              '-f',
              file,
              '--force-conflicts',
              '--dry-run=server',
            ),
          );
        }
        const web = await server.client.get(`/apis/apps/v1/namespaces/${namespace}/deployments/web`);
        const { metadata, spec } = web.body;
        const managers = metadata.managedFields.map(({ manager, operation, fieldsV1 }: any) => ({
          manager,
          operation,
          fieldsV1,
        }));
        const { annotations } = metadata;
        return JSON.parse(
          JSON.stringify({ printed, spec, annotations, managers }).replaceAll(namespace, 'ns'),
        );
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
  });
});
