import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

/** Mistakes of every day, for which orchctl prints what kubectl 1.20 and 1.32 print, and ends with the same code. */
const lines: readonly string[] = [
  ...['get nope', 'get pods nope', 'get pod/nope svc/nope', 'get', 'get pods -o nope', 'get pods -n nowhere'],
  ...['get pods web -n nowhere', 'get deployments,pods -n nowhere', 'delete configmap x -n nowhere'],
  ...[
    'get configmap x -n nowhere -o json',
    'label configmap x a=b -n nowhere',
    'get configmap settings nope',
  ],
  ...['delete pods nope', 'create -f settings.json', 'create -f bad.json', 'create -f none.json'],
  ...['replace -f old.json', 'get pods --server=https://127.0.0.1:1', 'get pods --user=nope'],
  ...[
    'get pods --kubeconfig=nope',
    'get secrets --as=jane',
    'get secrets x --as=jane',
    'get pods --token=bad',
  ],
  ...['delete configmap settings --as=jane', 'exec nope'],
  ...['rollout status deployment nope', 'rollout status configmap settings', 'rollout nope', 'config nope'],
  ...['config use-context nope', 'set image deployment/nope a=b', 'label configmap settings a!b=c'],
  ...['label configmap settings a', 'label configmap settings a=b a-', 'patch configmap settings'],
  ...[
    'describe pods nope',
    'expose deployment nope --port=80',
    'get pods -l a==,',
    'wait configmap/settings',
  ],
  ...[
    'get pods --field-selector=a=b',
    'wait pod/nope --for=condition=x',
    'cp a b',
    'certificate approve nope',
  ],
  ...['drain nope', 'cordon nope', 'taint node nope a=b:NoSchedule', 'autoscale deployment nope --max=3'],
  ...['get pods --nope', 'get pods -Z', 'get pods --chunk-size=x', 'get pods -n'],
  ...['port-forward nope 80', 'attach nope', 'diff -f none.json', 'auth nope'],
];

/** 1.32 has other words for them. */
const olden: readonly string[] = ['scale deployment nope --replicas=1', 'logs nope'];

const bad = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'Bad_Name' },
  spec: { ports: [{ port: 99_999, protocol: 'XX' }], type: 'Nope' },
};

describe('for mistakes orchctl prints', () => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start();
    orchctl = new CommandLineHere(server);
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
    await server.client.post('/api/v1/namespaces/default/configmaps', settings);
    orchctl.file('settings.json', settings);
    orchctl.file('bad.json', bad);
    const metadata = { name: 'settings', resourceVersion: '1' };
    orchctl.file('old.json', { ...settings, metadata, data: { a: 'b' } });
  });
  afterAll(() => server?.remove());

  for (const { title, path } of kubectls()) {
    it.skipIf(path === undefined)(`what ${title} prints`, { timeout: 120_000 }, async () => {
      const kubectl = CommandLine.kubectl(server, path!);
      for (const line of title.includes('1.20') ? [...lines, ...olden] : lines) {
        const words = line
          .split(' ')
          .map((word) => (word.endsWith('.json') ? join(server.directory, word) : word));
        const theirs = await kubectl.run(words);
        const ours = await orchctl.run(words);
        // Lines of the log of its libraries aside.
        const stderr = theirs.stderr.replaceAll('kubectl', 'orchctl').replaceAll(/^E\d{4} .*\n/gm, '');
        expect.soft(withoutAges({ line, ...ours })).toEqual(withoutAges({ line, ...theirs, stderr }));
      }
    });
  }

  it('that a word is missing, by its exit code', async () => {
    expect((await orchctl.run(['rollout'])).code).toBe(1);
    expect((await orchctl.run(['rollout', '--help'])).code).toBe(0);
    expect((await orchctl.run(['help', 'rollout'])).code).toBe(0);
  });
});

const withoutAges = <T extends { stdout: string }>(result: T): T => ({
  ...result,
  stdout: result.stdout.replaceAll(/\d+m?s\n/g, 'AGE\n'),
});
