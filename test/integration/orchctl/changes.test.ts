import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const deployment = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: name } },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  },
});
const configMap = (name: string, data: object, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const configMaps = '/api/v1/namespaces/default/configmaps';

describe.each(['orch', 'kubernetes'] as const)('in the dialect %s orchctl', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
    await server.client.post(deployments, deployment('web'));
  });
  afterAll(() => server?.remove());
  const web = async () => (await server.client.get(`${deployments}/web`)).body;

  it('patch changes objects in three ways', async () => {
    const container = '{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"s"}]}}}}';
    expect(await orchctl.ask('patch', 'deploy', 'web', '-p', container)).toBe(
      'deployment.apps/web patched\n',
    );
    expect((await web()).spec.template.spec.containers.map(({ name }: any) => name)).toEqual(['side', 'web']);
    expect(await orchctl.ask('patch', 'deploy/web', '-p', container)).toBe(
      'deployment.apps/web patched (no change)\n',
    );
    const remove = '[{"op":"remove","path":"/spec/template/spec/containers/0"}]';
    await orchctl.ask('patch', 'deploy', 'web', '--type=json', '-p', remove);
    expect((await web()).spec.template.spec.containers).toHaveLength(1);
    await orchctl.ask(
      'patch',
      'deploy',
      'web',
      '--subresource=scale',
      '--type=merge',
      '-p',
      'spec: {replicas: 4}',
    );
    expect((await web()).spec.replicas).toBe(4);
    const local = await orchctl.ask(
      'patch',
      'deploy',
      'web',
      '-p',
      container,
      '--dry-run=client',
      '-o',
      'json',
    );
    expect(JSON.parse(local).spec.template.spec.containers).toHaveLength(2);
    expect((await web()).spec.template.spec.containers).toHaveLength(1);
  });

  it('scale sets a number, under conditions', async () => {
    expect(await orchctl.ask('scale', 'deploy/web', '--replicas=3')).toBe('deployment.apps/web scaled\n');
    expect(await orchctl.complaint('scale', 'deploy/web', '--replicas=2', '--current-replicas=7')).toBe(
      'error: Expected replicas to be 7, was 3\n',
    );
    await orchctl.ask('scale', 'deploy/web', '--replicas=2', '--current-replicas=3');
    expect((await web()).spec.replicas).toBe(2);
  });

  it('label and annotate set keys, and take them away', async () => {
    expect(await orchctl.ask('label', 'deploy', 'web', 'a=1', 'b=2')).toBe('deployment.apps/web labeled\n');
    expect(await orchctl.complaint('label', 'deploy', 'web', 'a=2')).toBe(
      "error: 'a' already has a value (1), and --overwrite is false\n",
    );
    await orchctl.ask('label', 'deploy', '--all', 'a=2', 'b-', '--overwrite');
    expect((await web()).metadata.labels).toEqual({ app: 'web', a: '2' });
    await orchctl.ask('annotate', 'deploy', '-l', 'a=2', 'note=some words');
    expect((await web()).metadata.annotations['note']).toBe('some words');
    expect(await orchctl.ask('label', 'deploy', 'web', '--list')).toBe('a=2\napp=web\n');
  });

  it('replace puts a file in place of an object', async () => {
    const file = orchctl.file('replaced.json', configMap('replaced', { a: '1' }));
    expect(await orchctl.complaint('replace', '-f', file)).toBe(
      `Error from server (NotFound): error when replacing "${file}": configmaps "replaced" not found\n`,
    );
    await orchctl.ask('create', '-f', file);
    orchctl.file('replaced.json', configMap('replaced', { b: '1' }));
    expect(await orchctl.ask('replace', '-f', file)).toBe('configmap/replaced replaced\n');
    const before = (await server.client.get(`${configMaps}/replaced`)).body;
    expect(before.data).toEqual({ b: '1' });
    expect(await orchctl.ask('replace', '--force', '-f', file)).toBe(
      'configmap "replaced" deleted\nconfigmap/replaced replaced\n',
    );
    expect((await server.client.get(`${configMaps}/replaced`)).body.metadata.uid).not.toBe(
      before.metadata.uid,
    );
    orchctl.file(
      'replaced.json',
      configMap('replaced', {}, { resourceVersion: before.metadata.resourceVersion }),
    );
    expect(await orchctl.complaint('replace', '-f', file)).toContain('(Conflict)');
  });

  it('diff shows what apply would change, and says so by its exit code', async () => {
    const file = orchctl.file('diff.json', configMap('diff', { a: '1', b: '1' }));
    expect(await orchctl.run(['diff', '-f', file])).toMatchObject({ code: 1, stderr: '' });
    await orchctl.ask('apply', '-f', file);
    expect(await orchctl.run(['diff', '-f', file])).toEqual({ code: 0, stdout: '', stderr: '' });
    orchctl.file('diff.json', configMap('diff', { a: '2' }));
    for (const words of [[], ['--server-side=false']]) {
      const { stdout, code } = await orchctl.run(['diff', '-f', file, ...words]);
      expect(code).toBe(1);
      expect(stdout).toContain('--- LIVE/v1.ConfigMap.default.diff\n+++ MERGED/v1.ConfigMap.default.diff\n');
      expect(stdout).toContain('\n-  a: "1"\n');
      expect(stdout).toContain('\n+  a: "2"\n');
    }
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's' },
      stringData: { key: 'hidden' },
    };
    const secretFile = orchctl.file('secret.json', secret);
    await orchctl.ask('apply', '-f', secretFile);
    orchctl.file('secret.json', { ...secret, stringData: { key: 'other' } });
    const { stdout } = await orchctl.run(['diff', '-f', secretFile]);
    expect(stdout).toContain("-  key: '*** (before)'\n+  key: '*** (after)'\n");
    const external = await orchctl.run(['diff', '-f', file], {
      env: { ORCHCTL_EXTERNAL_DIFF: 'diff -rq', PATH: process.env['PATH']! },
    });
    expect(external).toMatchObject({ code: 1, stdout: expect.stringContaining('differ\n') });
    expect((await orchctl.run(['diff', '-f', '/none'])).code).toBe(2);
  });
});

/** What both print, and how both end. `%` stands for a file. */
const commands = [
  'label deploy web a=b c=d',
  'label deploy web a=c',
  'label deploy web a=c --overwrite',
  'label deploy web nope-',
  'label deploy web a=b a-',
  'label deploy web a=b$b',
  'label deploy web',
  'label deploy nope a=b',
  'label -f % x=y -o name',
  'annotate deploy web a=b',
  'annotate deploy web a=c',
  'annotate deploy web a-',
  'annotate deploy web',
  'scale deploy web --replicas=2',
  'scale deploy web --replicas=3 --current-replicas=1',
  'scale -f % --replicas=1',
  'patch deploy web -p {"spec":{"replicas":3}}',
  'patch deploy web -p {"spec":{"replicas":3}}',
  'patch deploy web --type=merge -p {"spec":{"replicas":-1}}',
  'patch deploy web --type=json -p [{"op":"replace","path":"/spec/replicas","value":1}] -o name',
  'patch deploy nope -p {}',
  'replace -f %',
  'replace -f % --dry-run=server',
  'replace -f /none',
];

/** What 1.20 said otherwise. */
const newer = [
  'label deploy web c=d',
  'label deploy --all x=z --dry-run=server --overwrite',
  'label deploy web c-',
];

describe.each(kubectls())('beside $title orchctl', ({ title, path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('prints the same for label, annotate, scale, patch, replace', async () => {
    const clients = [new CommandLineHere(server), CommandLine.kubectl(server, path!)];
    const file = clients[0]!.file('web.json', deployment('web'));
    const seen = [];
    for (const client of clients) {
      await server.client.post(deployments, deployment('web'));
      const printed = [];
      for (const command of title.includes('1.20') ? commands : [...commands, ...newer]) {
        const words = command.split(' ').map((word) => (word === '%' ? file : word));
        printed.push([command, await client.run(words)]);
      }
      await server.client.delete(`${deployments}/web`);
      seen.push(printed);
    }
    expect(seen[0], title).toEqual(seen[1]);
  });
});
