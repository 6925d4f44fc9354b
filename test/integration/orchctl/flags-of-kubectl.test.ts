import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, labels = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data: { color: 'green' },
});
/** An editor that changes a word in the file that it is given. */
const editor = (from: string, to: string) => ({ EDITOR: `sed -i s/${from}/${to}/` });

describe.each(dialects)('in the dialect $name orchctl', ({ name: dialect, commandLineClient, label }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());
  const lastApplied = `${commandLineClient}.${label}/last-applied-configuration`;
  const json = async (...words: string[]) => JSON.parse(await orchctl.ask(...words, '-o', 'json'));

  it('create, replace and delete send files to paths with --raw', async () => {
    const file = orchctl.file('raw.json', configMap('raw'));
    const made = JSON.parse(await orchctl.ask('create', '--raw', configMaps, '-f', file));
    expect(made.metadata.name).toBe('raw');
    const changed = orchctl.file('raw-2.json', { ...configMap('raw'), data: { color: 'red' } });
    await orchctl.ask('replace', '--raw', `${configMaps}/raw`, '-f', changed);
    expect((await server.client.get(`${configMaps}/raw`)).body.data).toEqual({ color: 'red' });
    expect(JSON.parse(await orchctl.ask('delete', '--raw', `${configMaps}/raw`)).status).toBe('Success');
    expect(await orchctl.complaint('delete', '--raw', `${configMaps}/raw`)).toBe(
      'Error from server (NotFound): configmaps "raw" not found\n',
    );
    expect(await orchctl.complaint('create', '--raw', configMaps, '-f', file, '-f', changed)).toBe(
      'error: --raw can only use a single local file or stdin\n',
    );
  });

  it('create sends the objects with the labels, as the user leaves them in the editor', async () => {
    const items = [configMap('chosen', { a: 'b' }), configMap('other')];
    const file = orchctl.file('list.json', { apiVersion: 'v1', kind: 'List', items });
    const words = ['create', '-f', file, '-l', 'a=b', '--edit', '--windows-line-endings'];
    const { stdout } = await orchctl.run(words, { env: editor('green', 'blue') });
    expect(stdout).toBe('configmap/chosen created\n');
    expect((await server.client.get(`${configMaps}/chosen`)).body.data).toEqual({ color: 'blue' });
    const same = await orchctl.run(words, { env: { EDITOR: 'true' } });
    expect(same).toEqual({ stdout: '', stderr: 'Edit cancelled, no changes made.\n', code: 0 });
  });

  it('edit prints its patch, and keeps the configuration', async () => {
    await server.client.post(configMaps, configMap('edited'));
    const words = ['edit', 'configmap', 'edited', '--output-patch', '--save-config'];
    const { stdout } = await orchctl.run(words, { env: editor('green', 'blue') });
    expect(stdout).toMatch(/^Patch: \{.*"color":"blue".*\}\nconfigmap\/edited edited\n$/s);
    const { metadata } = (await server.client.get(`${configMaps}/edited`)).body;
    expect(JSON.parse(metadata.annotations[lastApplied]).data).toEqual({ color: 'blue' });
  });

  it('run and expose take --overrides, in three forms', async () => {
    const run = ['run', 'one', '--image=one:1', '--dry-run=client'];
    const merged = await json(...run, '--privileged', '--overrides={"spec":{"nodeName":"n1"}}');
    expect(merged.spec).toMatchObject({
      nodeName: 'n1',
      containers: [{ image: 'one:1', securityContext: { privileged: true } }],
    });
    const container = '--overrides={"spec":{"containers":[{"name":"one","stdin":true}]}}';
    expect((await json(...run, container)).spec.containers).toEqual([{ name: 'one', stdin: true }]);
    const strategic = await json(...run, container, '--override-type=strategic');
    expect(strategic.spec.containers).toEqual([{ name: 'one', image: 'one:1', stdin: true }]);
    const operation = '--overrides=[{"op":"add","path":"/spec/nodeName","value":"n2"}]';
    expect((await json(...run, operation, '--override-type=json')).spec.nodeName).toBe('n2');
    await server.client.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'front' },
      spec: { selector: { a: 'b' }, ports: [{ port: 80 }] },
    });
    const expose = ['expose', 'service', 'front', '--name=back', '--port=80', '--save-config'];
    const service = await json(...expose, '--dry-run=client', '--overrides={"spec":{"type":"NodePort"}}');
    expect(service.spec.type).toBe('NodePort');
    expect(service.metadata.annotations[lastApplied]).toContain('NodePort');
  });

  it('set env takes the keys of a ConfigMap', async () => {
    await server.client.post(configMaps, {
      metadata: { name: 'settings' },
      data: { 'log.level': 'debug', color: 'green', size: '3' },
    });
    await orchctl.ask('create', 'deployment', 'web', '--image=web:1');
    const from = ['set', 'env', 'deployment/web', '--from=configmap/settings', '--prefix=WEB_'];
    await orchctl.ask(...from, '--keys=log.level,color');
    const env = async () =>
      (await server.client.get('/apis/apps/v1/namespaces/default/deployments/web')).body.spec.template.spec
        .containers[0].env;
    const ref = (name: string, key: string) => ({
      name,
      valueFrom: { configMapKeyRef: { name: 'settings', key } },
    });
    expect(await env()).toEqual([ref('WEB_COLOR', 'color'), ref('WEB_LOG_LEVEL', 'log.level')]);
    await orchctl.ask('set', 'env', 'deployment/web', 'WEB_COLOR=red');
    await orchctl.ask(...from, '--keys=color');
    expect((await env())[0]).toEqual(ref('WEB_COLOR', 'color'));
    expect(await orchctl.complaint('set', 'env', 'deployment/web', '--from=deployment/web')).toBe(
      'error: unsupported resource specified in --from: deployments\n',
    );
  });

  it('apply takes the flags of old and new releases', async () => {
    const file = orchctl.file('applied.json', configMap('applied', { by: 'apply' }));
    const flags = [
      '--wait',
      '--timeout=1s',
      '--cascade=foreground',
      '--grace-period=1',
      '--openapi-patch=false',
    ];
    await orchctl.ask('apply', '-f', file, ...flags);
    await server.client.post(configMaps, configMap('pruned', { by: 'apply' }));
    await orchctl.ask(
      'apply',
      'set-last-applied',
      '-f',
      orchctl.file('p.json', configMap('pruned', { by: 'apply' })),
      '--create-annotation',
    );
    const prune = ['--prune', '-l', 'by=apply', '--prune-whitelist=core/v1/ConfigMap'];
    const { stdout, stderr } = await orchctl.run(['apply', '-f', file, '--server-side=false', ...prune]);
    expect(stdout).toContain('configmap/pruned pruned\n');
    expect(stderr).toContain('Flag --prune-whitelist has been deprecated, Use --prune-allowlist instead.');
    const refused = await orchctl.complaint('apply', '-f', file, '--server-side=false', '--overwrite=false');
    expect(refused).toContain('--overwrite=false is not done');
  });

  it('apply --subresource writes the status', async () => {
    await server.client.post('/api/v1/nodes', { metadata: { name: 'n1' } });
    const status = { conditions: [{ type: 'Ready', status: 'True' }] };
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, status };
    await orchctl.ask('apply', '-f', orchctl.file('node.json', object), '--subresource=status');
    expect((await server.client.get('/api/v1/nodes/n1')).body.status.conditions[0]).toMatchObject({
      type: 'Ready',
      status: 'True',
    });
  });

  it('wait prints objects', async () => {
    await server.client.post(configMaps, configMap('awaited'));
    const words = ['wait', 'configmap/awaited', '--for=jsonpath={.data.color}=green'];
    expect(await orchctl.ask(...words)).toBe('configmap/awaited condition met\n');
    expect(await orchctl.ask(...words, '-o', 'name')).toBe('configmap/awaited\n');
    expect(await json(...words)).toMatchObject({ kind: 'ConfigMap', data: { color: 'green' } });
  });

  for (const { title, path } of dialect === 'orch' ? [] : kubectls()) {
    it.skipIf(path === undefined)(`knows the flags of ${title}`, async () => {
      const kubectl = CommandLine.kubectl(server, path!);
      const missing: string[] = [];
      const flagsOf = async (run: CommandLine | CommandLineHere, words: readonly string[]) =>
        [...(await run.ask(...words, '--help')).matchAll(/^ +(?:-\w, )?--([a-z0-9-]+)/gm)].map(
          ([, one]) => one!,
        );
      for (const line of commands) {
        const own = new Set([...(await flagsOf(orchctl, line.split(' '))), ...hidden]);
        const theirs = await flagsOf(kubectl, line.split(' '));
        missing.push(...theirs.filter((flag) => !own.has(flag)).map((flag) => `${line} --${flag}`));
      }
      expect(missing.filter((one) => !meaningless.includes(one))).toEqual([]);
    });
  }
});

/** Commands whose flags scripts use. */
const commands: readonly string[] = [
  ...['get', 'describe', 'create', 'apply', 'label', 'annotate', 'patch', 'replace', 'delete', 'edit', 'run'],
  ...[
    'set image',
    'set resources',
    'set selector',
    'set serviceaccount',
    'set subject',
    'scale',
    'autoscale',
  ],
  ...[
    'rollout history',
    'rollout pause',
    'rollout restart',
    'rollout resume',
    'rollout status',
    'rollout undo',
    'taint',
    'wait',
  ],
  ...['cordon', 'uncordon', 'drain', 'exec', 'attach', 'cp', 'port-forward', 'top pods', 'top nodes'],
  ...['auth can-i', 'auth reconcile', 'certificate approve', 'config set-context', 'config set-cluster'],
  ...['config set-credentials', 'config get-contexts', 'config use-context', 'cluster-info dump'],
];
/** Of old releases, which are understood and in no help. */
const hidden: readonly string[] = ['prune-whitelist', 'validate', 'delete-local-data'];
/** kubectl has them, and does nothing with them: they are refused here. */
const meaningless: readonly string[] = [
  ...['edit --allow-missing-template-keys', 'edit --template'],
  ...['run --filename', 'run --kustomize', 'run --recursive'],
];
