import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands, HostileFront } from '../../support/hostile-front.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

/** Answers of a server do not command the terminal of those who ask it. */

let server: TestServer;
let front: HostileFront;
let orchctl: CommandLineHere;

const deployment = (name: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, annotations: { note: 'a' } },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'c', image: 'example.com/i:1', env: [{ name: 'E', value: 'v' }] }] },
    },
  },
});

beforeAll(async () => {
  server = await TestServer.start();
  front = await HostileFront.start(server);
  orchctl = new CommandLineHere(server);
  const { client } = server;
  await client.post('/apis/apps/v1/namespaces/default/deployments', deployment('web'));
  await client.post('/api/v1/nodes', { metadata: { name: 'node' } });
  await client.post('/api/v1/namespaces/default/pods', {
    metadata: { name: 'pod' },
    spec: { containers: [{ name: 'c', image: 'example.com/i:1' }] },
  });
  await client.post('/api/v1/namespaces/default/events', {
    metadata: { name: 'event' },
    reason: 'Told',
    message: 'something',
    type: 'Warning',
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'pod' },
    source: { component: 'test' },
    firstTimestamp: new Date(),
    lastTimestamp: new Date(),
    count: 1,
  });
});
afterAll(async () => {
  front.close();
  await server.remove();
});

const run = (line: string, input = '') =>
  orchctl.run(['--server', front.url, '--request-timeout=20s', ...line.split(' ')], { input });

/** A terminal obeys none of what is left. */
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

const lines = [
  ...['get pods', 'get pods -o wide', 'get pods,deployments,events', 'get pod pod -o name', 'get pods -L a'],
  ...['get pods -o custom-columns=N:.metadata.name,I:.spec.containers[*].image,S:.status', 'get events'],
  ...['get pods --show-labels', 'get nothings', 'get pod none', 'get pods --watch --request-timeout=1s'],
  ...['describe pod pod', 'describe deployment web', 'describe node node', 'describe pod none', 'events'],
  ...[
    'events --for pod/pod',
    'version',
    'check',
    'api-resources',
    'api-resources -o wide',
    'api-resources -o name',
  ],
  ...[
    'api-versions',
    'cluster-info',
    'explain pods',
    'explain pod.spec.containers --recursive',
    'explain nothing',
  ],
  ...[
    'auth can-i get pods',
    'auth can-i --list',
    'auth whoami',
    'why access get pods',
    'tree deployment/web',
  ],
  ...[
    'history deployment/web',
    'rollout status deployment/web --timeout=1s',
    'rollout history deployment/web',
  ],
  ...[
    'rollout restart deployment/web',
    'rollout pause deployment/web',
    'set image deployment/web c=example.com/i:2',
  ],
  ...['set env deployment/web --list', 'set env deployment/web A=b', 'scale deployment/web --replicas=0'],
  ...[
    'label pod pod a=b --overwrite',
    'annotate pod pod a=b --overwrite',
    'annotate pod pod --list',
    'label pod pod --list',
  ],
  ...['patch pod pod -p {"metadata":{"labels":{"x":"y"}}}', 'create configmap made', 'create configmap made'],
  ...['delete configmap made', 'delete configmap none', 'wait pod/pod --for=condition=Ready --timeout=1s'],
  ...[
    'taint nodes node a=b:NoSchedule',
    'cordon node',
    'drain node --timeout=1s',
    'uncordon node',
    'top pods',
    'top nodes',
  ],
  ...[
    'logs pod',
    'exec pod -- true',
    'certificate approve none',
    'expose deployment web --port=80 --name=exposed',
  ],
  ...[
    'autoscale deployment web --max=2',
    'create token default',
    'run made --image=example.com/i:1',
    'config view',
  ],
];

/** Commands whose lines name objects as the server does. */
const mayBeNamed =
  /^(get pods|get pod pod|describe pod pod|apply|delete|label|create|rollout restart|tree)\b/;

const applied = ['apply -f -', 'diff -f -', 'apply -f - --server-side=false', 'replace -f -', 'create -f -'];

it.each([
  ...lines.map((line) => [line, ''] as const),
  ...[...applied, 'delete -f - --wait=false'].map(
    (line) => [line, JSON.stringify(deployment('web'))] as const,
  ),
])('%s', async (line, input) => {
  for (const names of mayBeNamed.test(line) ? [false, true] : [false]) {
    front.names = names;
    const { stdout, stderr } = await run(line, input);
    expect(stdout + stderr).not.toBe('');
    expect(stdout).not.toMatch(control);
    expect(stderr).not.toMatch(control);
  }
});

it('what is escaped can be read', async () => {
  front.names = false;
  const { stdout, stderr } = await run('get pod none');
  expect(stdout).toBe('');
  expect(stderr).toContain(String.raw`not found\x1b[31m\x1b]0;t\x07\x1b[2J\x0d\x08\x7f\x9b2J\x85`);
  expect(stderr).toContain(String.raw`Warning: beware \x9b2J`);
});

it('data for programs has every character', async () => {
  front.names = false;
  const template = '{.spec.containers[0].image}';
  const image = `example.com/i:1${commands}`;
  expect((await run(`get pod pod -o jsonpath=${template}`)).stdout).toBe(image);
  expect(
    (await run(`get pod pod -o go-template={{(index${' '}.spec.containers 0).image}}`)).code,
  ).toBeDefined();
  const json = JSON.parse((await run('get pod pod -o json')).stdout);
  expect(json.spec.containers[0].image).toBe(image);
});
