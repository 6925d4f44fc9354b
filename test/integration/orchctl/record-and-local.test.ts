import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  },
};
const deployments = '/apis/apps/v1/namespaces/default/deployments';

/** Command lines that write a Deployment which is there. */
const writes: readonly (readonly string[])[] = [
  ['set', 'image', 'deployment/web', 'web=web:2'],
  ['scale', 'deployment', 'web', '--replicas=3'],
  ['patch', 'deployment', 'web', '-p', '{"spec":{"replicas":2}}'],
  ['patch', 'deployment', 'web', '--type=json', '-p', '[{"op":"add","path":"/spec/replicas","value":2}]'],
  ['label', 'deployment', 'web', 'tier=front'],
  ['annotate', 'deployment', 'web', 'tier=front'],
];

describe.each(dialects)('orchctl in the dialect $name', ({ name: dialect, label, api }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  const annotationsOf = async (words: readonly string[], run: CommandLine | CommandLineHere) => {
    await server.client.delete(`${deployments}/web`);
    await server.client.post(deployments, deployment);
    const { code, stderr } = await run.run([...words, '--record']);
    expect({ words, code, stderr }).toMatchObject({ code: 0 });
    return (await server.client.get(`${deployments}/web`)).body.metadata.annotations;
  };

  it.each(writes.map((words) => [words.join(' '), words] as const))(
    '%s --record keeps the command line',
    async (_, words) => {
      const annotations = await annotationsOf(words, orchctl);
      const cause: string = annotations[`${label}/change-cause`];
      expect(cause).toMatch(/^orchctl (set image|set env|scale|patch|label|annotate) /);
      expect(cause).toContain(' --record=true');
    },
  );

  for (const { title, path } of dialect === 'orch' ? [] : kubectls()) {
    it.skipIf(path === undefined)(`--record writes what ${title} writes`, async () => {
      const kubectl = CommandLine.kubectl(server, path!);
      for (const words of writes) {
        const own = await annotationsOf(words, orchctl);
        const cause: string = own[`${label}/change-cause`];
        const expected = { ...own, [`${label}/change-cause`]: cause.replace('orchctl', 'kubectl') };
        expect(await annotationsOf(words, kubectl)).toEqual(expected);
      }
    });
  }

  it('warns that --record is deprecated, and applies the annotation', async () => {
    await server.client.delete(`${deployments}/web`);
    const file = orchctl.file('web.json', deployment);
    const { stderr } = await orchctl.run(['apply', '-f', file, '--record']);
    expect(stderr).toBe(
      'Warning: Flag --record has been deprecated, --record will be removed in the future\n',
    );
    const { metadata } = (await server.client.get(`${deployments}/web`)).body;
    expect(metadata.annotations[`${label}/change-cause`]).toBe(
      `orchctl apply --kubeconfig=${server.kubeconfig} --filename=${file} --record=true`,
    );
    expect(metadata.managedFields).toHaveLength(1);
    await orchctl.ask('apply', '-f', file);
    expect((await server.client.get(`${deployments}/web`)).body.metadata.annotations).toBeUndefined();
  });

  it('changes objects of files without a server with --local', async () => {
    const file = orchctl.file('local.json', deployment);
    const nowhere = orchctl.file('nowhere.json', {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'a',
      clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    });
    const local = async (...words: string[]) => {
      const all = [...words, '--kubeconfig', nowhere, '--local', '-f', file];
      return orchctl.ask(...all);
    };
    const objectOf = async (...words: string[]) => JSON.parse(await local(...words, '-o', 'json'));
    expect(await local('label', 'tier=front')).toBe('deployment.apps/web labeled\n');
    expect(await objectOf('label', 'tier=front', 'app-')).toMatchObject({
      ...deployment,
      metadata: { name: 'web', labels: { tier: 'front' } },
    });
    expect((await objectOf('annotate', 'a=b')).metadata.annotations).toEqual({ a: 'b' });
    const image = await objectOf('set', 'image', 'web=web:2');
    expect(image.spec.template.spec.containers).toEqual([{ name: 'web', image: 'web:2' }]);
    const env = await objectOf('set', 'env', 'LEVEL=debug');
    expect(env.spec.template.spec.containers[0].env).toEqual([{ name: 'LEVEL', value: 'debug' }]);
    expect((await objectOf('patch', '-p', '{"spec":{"replicas":7}}')).spec.replicas).toBe(7);
    expect(await orchctl.complaint('label', 'deployment', 'web', 'a=b', '--local')).toBe(
      'error: can only use local files by -f rsrc.yaml or --filename=rsrc.json when --local=true is set\n',
    );
  });

  it('set subject --local knows the groups of the dialect', async () => {
    const group = `rbac.authorization.${api}`;
    const file = orchctl.file('binding.json', {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'readers' },
      roleRef: { apiGroup: group, kind: 'Role', name: 'reader' },
    });
    const words = ['set', 'subject', '--local', '-f', file, '--user=jane', '-o', 'json'];
    expect(JSON.parse(await orchctl.ask(...words)).subjects).toEqual([
      { apiGroup: group, kind: 'User', name: 'jane' },
    ]);
  });
});
