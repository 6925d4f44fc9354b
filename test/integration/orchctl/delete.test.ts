import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const configMap = (name: string, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
});

describe.each(['orch', 'kubernetes'] as const)('orchctl delete in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());
  const collection = '/api/v1/namespaces/default/configmaps';
  beforeEach(async () => {
    for (const name of ['a', 'b'])
      await server.client.post(collection, configMap(name, { labels: { of: name } }));
  });

  it('deletes by name, label, file and all', async () => {
    expect(await orchctl.ask('delete', 'cm', 'a')).toBe('configmap "a" deleted\n');
    expect(await orchctl.ask('delete', 'cm', '-l', 'of=b')).toBe('configmap "b" deleted\n');
    expect(await orchctl.ask('delete', 'cm', '-l', 'of=b')).toBe('No resources found\n');
    await server.client.post(collection, configMap('a'));
    const file = orchctl.file('a.json', configMap('a'));
    expect(await orchctl.ask('delete', '-f', file, '-o', 'name')).toBe('configmap/a\n');
    expect((await orchctl.run(['delete', '-f', file])).stderr).toBe(
      `Error from server (NotFound): error when deleting "${file}": configmaps "a" not found\n`,
    );
    await server.client.post(collection, configMap('a'));
    expect(await orchctl.ask('delete', 'cm', '--all')).toContain('configmap "');
    expect(await orchctl.ask('get', 'cm', '-l', 'of', '-o', 'name')).toBe('');
  });

  it('waits for finalizers, and says when it has waited too long', async () => {
    await server.client.post(collection, configMap('held', { finalizers: ['test.example/hold'] }));
    const waited = await orchctl.run(['delete', 'cm', 'held', '--timeout=300ms']);
    expect(waited).toEqual({
      stdout: 'configmap "held" deleted\n',
      code: 1,
      stderr: 'error: timed out waiting for the condition on configmaps/held\n',
    });
    let printed = '';
    const onOutput = (text: string) => {
      printed = text;
    };
    const deletion = orchctl.run(['delete', 'cm', 'held'], { onOutput });
    await until(() => printed.includes('configmap "held" deleted'));
    const { body } = await server.client.get(`${collection}/held`);
    await server.client.put(`${collection}/held`, {
      ...body,
      metadata: { ...body.metadata, finalizers: [] },
    });
    expect((await deletion).code).toBe(0);
  });

  it('changes nothing in a dry run', async () => {
    expect(await orchctl.ask('delete', 'cm', 'a', '--dry-run=server')).toBe(
      'configmap "a" deleted (server dry run)\n',
    );
    expect(await orchctl.ask('delete', 'cm', 'a', '--dry-run=client')).toBe(
      'configmap "a" deleted (dry run)\n',
    );
    expect(await orchctl.ask('get', 'cm', 'a', '-o', 'name')).toBe('configmap/a\n');
  });

  it('asks when it is told to', async () => {
    const asked = await orchctl.run(['delete', 'cm', 'a', '-i'], { input: 'n\n' });
    expect(asked.stdout).toContain('configmap/a\nDo you want to continue? (y/N): deletion is cancelled\n');
    expect((await orchctl.run(['delete', 'cm', 'a', '-i'], { input: 'y\n' })).stdout).toContain(
      'configmap "a" deleted',
    );
  });
});

describe.each(kubectls())('orchctl delete beside $title', ({ title, path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('prints the same, with the same exit code', async () => {
    const fixtures = async () => {
      for (const name of ['a', 'b', 'c']) {
        await server.client.post(
          '/api/v1/namespaces/default/configmaps',
          configMap(name, { labels: { of: name } }),
        );
      }
      const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'x' }] } };
      await server.client.post('/api/v1/namespaces/default/pods', pod);
    };
    const commands = [
      'delete cm a',
      'delete cm a x y',
      'delete cm/b configmap/zz',
      'delete cm -l of=c -o name',
      'delete cm -l of=c',
      'delete cm a --cascade=never',
      'delete pod p --force --grace-period=0',
      'delete pod p --force --grace-period=5',
      'delete pod p --now --grace-period=5',
      'delete cm x --ignore-not-found',
    ];
    const results = [];
    for (const client of [new CommandLineHere(server), CommandLine.kubectl(server, path!)]) {
      await fixtures();
      const printed = [];
      for (const command of commands) printed.push([command, await client.run(command.split(' '))]);
      results.push(printed);
    }
    // 1.20 begins the warning of --force with a small letter.
    const text = (value: unknown) =>
      JSON.stringify(value, null, 1).replaceAll('"warning: Imm', '"Warning: Imm');
    expect(text(results[0]), title).toBe(text(results[1]));
  });
});
