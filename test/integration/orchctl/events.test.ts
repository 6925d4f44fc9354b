import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againUntil } from '../../support/again.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

/** So long ago that ages stay the same while the test runs. */
const daysAgo = (days: number) =>
  `${new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString().slice(0, 19)}Z`;

const event = (name: string, kind: string, more: object = {}, namespace = 'default') => ({
  metadata: { name, namespace },
  involvedObject: { apiVersion: 'v1', kind, name: `${name.split('.')[0]}`, namespace },
  type: 'Normal',
  reason: 'Pulled',
  message: `about ${name}\n`,
  source: { component: 'agent' },
  firstTimestamp: daysAgo(3),
  lastTimestamp: daysAgo(3),
  count: 1,
  ...more,
});

const objects = [
  event('web.1', 'Pod', { lastTimestamp: daysAgo(2), count: 7 }),
  event('web.2', 'Pod', {
    type: 'Warning',
    reason: 'BackOff',
    firstTimestamp: daysAgo(9),
    lastTimestamp: daysAgo(9),
  }),
  event('web.3', 'ConfigMap', { firstTimestamp: daysAgo(4), lastTimestamp: daysAgo(4) }),
  event('other.4', 'Pod', {}, 'kube-system'),
];

let server: TestServer;
let orchctl: CommandLineHere;
beforeAll(async () => {
  server = await TestServer.start();
  orchctl = new CommandLineHere(server);
  for (const object of objects) {
    const path = `/api/v1/namespaces/${object.metadata.namespace}/events`;
    expect((await server.client.post(path, object)).status).toBe(201);
  }
});
afterAll(() => server?.remove());

it('events are printed with the last one at the end', async () => {
  expect(await orchctl.ask('events')).toBe(
    [
      'LAST SEEN          TYPE      REASON    OBJECT          MESSAGE',
      '9d                 Warning   BackOff   Pod/web         about web.2',
      '4d1h               Normal    Pulled    ConfigMap/web   about web.3',
      '2d1h (x7 over 3d1h)   Normal    Pulled    Pod/web         about web.1\n',
    ]
      .join('\n')
      .replaceAll(/^(LAST SEEN|9d|4d1h) +/gm, (cell) => cell.trim().padEnd(22)),
  );
});

const commands = [
  ...[
    'events',
    'events -A',
    'events --no-headers',
    'events --types=Warning',
    'events --types=normal,warning',
  ],
  ...['events --types=Nope', 'events --for=pod/web', 'events --for=cm/web', 'events --for=pod'],
  ...['events -n kube-public', 'events -n kube-public -A', 'events --for=pod/none'],
  ...['events --for=pod/web -o jsonpath={.items[*].reason}', 'events -o wide'],
];

describe.each(kubectls().filter(({ title }) => !title.includes('1.20')))('beside $title', ({ path }) => {
  it.skipIf(path === undefined).each(commands.map((line) => [line]))('%s', async (line) => {
    const words = line.split(' ');
    const model = await CommandLine.kubectl(server, path!).run(words);
    const stderr = model.stderr.replaceAll('kubectl', 'orchctl');
    expect(await orchctl.run(words)).toEqual({ ...model, stderr });
  });
});

it('events --watch prints what happens next', async () => {
  const watching = spawn(process.execPath, [
    ...[orchctlProgram, '--kubeconfig', server.kubeconfig, '--cache-dir', server.directory],
    ...['events', '-n', 'kube-node-lease', '--for=pod/late', '--watch', '--no-headers'],
  ]);
  const lines = createInterface({ input: watching.stdout });
  let count = 0;
  const make = () => {
    const late = event(`late.${++count}`, 'Pod', {}, 'kube-node-lease');
    return server.client.post('/api/v1/namespaces/kube-node-lease/events', late);
  };
  try {
    const [line] = await againUntil(once(lines, 'line'), 200, make);
    expect(line).toMatch(/^3d1h +Normal +Pulled +Pod\/late +about late\.\d+$/);
  } finally {
    watching.kill();
  }
});
