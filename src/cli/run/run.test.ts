import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const pods = '/api/v1/namespaces/default/pods';
let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  server.answers = {
    [`POST ${pods}`]: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } },
    'POST /api/v1/namespaces/default/services': {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['run', 'web', '--image=nginx', ...words]);

describe('the pod', () => {
  test('has a container of its name, and a label', async () => {
    const { stdout, bodies } = await run();
    expect(stdout).toBe('pod/web created\n');
    expect(bodies).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', labels: { run: 'web' } },
        spec: {
          containers: [{ name: 'web', image: 'nginx' }],
          dnsPolicy: 'ClusterFirst',
          restartPolicy: 'Always',
        },
      },
    ]);
  });

  test.each<[string[], object]>([
    [['--image-pull-policy=Never'], { imagePullPolicy: 'Never' }],
    [
      ['--env=A=b=c', '--env=D='],
      {
        env: [
          { name: 'A', value: 'b=c' },
          { name: 'D', value: '' },
        ],
      },
    ],
    [['--port=80'], { ports: [{ containerPort: 80 }] }],
    [['--port=80', '--hostport=0'], { ports: [{ containerPort: 80, hostPort: 0 }] }],
    [
      ['--limits=cpu=1', '--requests=memory=1Gi'],
      { resources: { limits: { cpu: '1' }, requests: { memory: '1Gi' } } },
    ],
    [['--privileged'], { securityContext: { privileged: true } }],
    [['--', 'sh', '-c'], { args: ['sh', '-c'] }],
    [['--command', '--', 'sh', '-c'], { command: ['sh', '-c'] }],
    [['-i', '--attach=false'], { stdin: true, stdinOnce: true }],
    [['-it', '--leave-stdin-open', '--attach=false'], { stdin: true, tty: true }],
  ])('with %j has a container with that', async (words, more) => {
    const { bodies } = await run(...words);
    expect(bodies[0]!['spec'].containers).toEqual([{ name: 'web', image: 'nginx', ...more }]);
  });

  test('is otherwise as the flags say', async () => {
    const flags = ['--labels=a=b,c=d', '--annotations=e=f', '--restart=Never', '--serviceaccount=robot'];
    const { bodies } = await run(...flags, '--overrides={"spec":{"hostNetwork":true}}');
    expect(bodies[0]).toMatchObject({
      metadata: { labels: { a: 'b', c: 'd' }, annotations: { e: 'f' } },
      spec: { restartPolicy: 'Never', serviceAccountName: 'robot', hostNetwork: true },
    });
  });

  test('may have a Service in front of it', async () => {
    const { stdout, bodies } = await run('--port=80', '--expose');
    expect(stdout).toBe('pod/web created\nservice/web created\n');
    expect(bodies[1]).toMatchObject({
      metadata: { name: 'web', labels: { run: 'web' } },
      spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }], selector: { run: 'web' } },
    });
  });

  test('is not made in a dry run of the client', async () => {
    expect(await run('--dry-run=client')).toMatchObject({
      stdout: 'pod/web created (dry run)\n',
      bodies: [],
    });
  });
});

describe('a pod that is joined, and has ended by then', () => {
  const pod = (phase: string, exitCode = 0, restartPolicy = 'Never') => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'web' }], restartPolicy },
    status: {
      phase,
      containerStatuses: [{ state: { terminated: { exitCode, reason: 'Error', message: 'm' } } }],
    },
  });

  test('shows its log', async () => {
    server.answers[`${pods}/web`] = pod('Succeeded');
    server.answers[`${pods}/web/log`] = 'done\n';
    expect(await run('--attach', '--restart=Never')).toMatchObject({ stdout: 'done\n', code: 0 });
  });

  test('ends with the exit code of its container', async () => {
    server.answers[`${pods}/web`] = pod('Failed', 7);
    server.answers[`${pods}/web/log`] = '';
    const { code, stderr } = await run('--attach', '--restart=Never');
    expect([code, stderr]).toEqual([7, 'error: pod default/web terminated (Error)\nm\n']);
  });

  test('is deleted afterwards where that is asked for', async () => {
    server.answers[`${pods}/web`] = pod('Succeeded');
    server.answers[`${pods}/web/log`] = '';
    server.answers[`DELETE ${pods}/web`] = pod('Succeeded');
    const { stdout, requests, bodies } = await run('--attach', '--restart=Never', '--rm', '--grace-period=5');
    expect(stdout).toBe('pod "web" deleted\n');
    expect(requests.at(-1)).toContain(`DELETE ${pods}/web`);
    expect(bodies.at(-1)).toMatchObject({ propagationPolicy: 'Background', gracePeriodSeconds: 5 });
  });
});

test.each([
  [['run', '--image=x'], 'NAME is required for run'],
  [['run', '--image=x', '--', 'web'], 'NAME is required for run'],
  [['run', 'web'], 'required flag(s) "image" not set'],
  [['run', 'web', '--image=x', '--restart=Often'], 'invalid restart policy: Often'],
  [['run', 'web', '--image=x', '--expose'], '--port must be set when exposing a service'],
  [['run', 'web', '--image=x', '--port=http'], 'invalid port "http"'],
  [['run', 'web', '--image=x', '--env=A'], 'invalid env: A'],
  [['run', 'web', '--image=x', '--env==b'], 'invalid env: =b'],
  [['run', 'web', '--image=x', '-t'], 'stdin is required for containers with -t/--tty'],
  [['run', 'web', '--image=x', '--rm'], '--rm should only be used for attached containers'],
  [['run', 'web', '--image=x', '-i', '--dry-run=client'], "can't be used with attached containers options"],
])('%j is refused, and nothing is made', async (words, message) => {
  const { code, stderr, bodies } = await server.run(words);
  expect([code, bodies]).toEqual([1, []]);
  expect(stderr).toContain(message);
});
