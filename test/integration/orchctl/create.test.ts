import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

/** Every subcommand that makes an object of flags, as words. */
const creations: string[][] = [
  ['namespace', 'made'],
  ['serviceaccount', 'robot'],
  ['deployment', 'web', '--image=nginx:1', '--port=80', '--replicas=2'],
  ['deployment', 'two', '--image=nginx:1', '--image=redis'],
  ['deployment', 'run', '--image=busybox', '--', 'sleep', '5'],
  ['job', 'once', '--image=busybox', '--', 'date', '-u'],
  ['cronjob', 'clock', '--image=busybox', '--schedule=*/5 * * * *', '--restart=Never'],
  ['configmap', 'words', '--from-literal=a=b', '--from-literal=c=d=e'],
  ['configmap', 'hashed', '--from-literal=a=<b>&', '--append-hash'],
  ['secret', 'generic', 'words', '--from-literal=a=b', '--type=Opaque', '--append-hash'],
  ['service', 'clusterip', 'web', '--tcp=80:8080', '--tcp=443'],
  ['service', 'clusterip', 'headless', '--clusterip=None'],
  ['service', 'nodeport', 'node', '--tcp=80'],
  ['service', 'loadbalancer', 'balanced', '--tcp=80:http'],
  ['service', 'externalname', 'far', '--external-name=far.example'],
  ['quota', 'small', '--hard=pods=3,cpu=2'],
  ['role', 'reader', '--verb=get,list', '--verb=watch', '--resource=pods,deployments.apps,pods/log'],
  ['clusterrole', 'urls', '--verb=get', '--non-resource-url=/healthz'],
  ['clusterrole', 'sum', '--aggregation-rule=a=b'],
  ['rolebinding', 'readers', '--role=reader', '--user=u', '--group=g'],
  ['clusterrolebinding', 'admins', '--clusterrole=admin', '--serviceaccount=default:robot'],
  ['priorityclass', 'high', '--value=10', '--description=first'],
  [
    'ingress',
    'web',
    '--rule=a.example/x*=web:80,tls=cert',
    '--rule=/=web:http',
    '--class=c',
    '--annotation=a=b',
  ],
];

/** Those that kubectl 1.20 has in an older version. */
const disruptionBudget = ['poddisruptionbudget', 'web', '--selector=app=web', '--min-available=50%'];

describe.each(['orch', 'kubernetes'] as const)('orchctl create in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  it('makes objects of the usual types of flags', async () => {
    for (const words of [...creations, disruptionBudget]) {
      const file = words.indexOf('--');
      const before = file < 0 ? words : words.slice(0, file);
      const behind = file < 0 ? [] : words.slice(file);
      expect(await orchctl.ask('create', ...before, '-o', 'name', ...behind), words.join(' ')).toMatch(
        /^[a-z.0-9]+\/.+\n$/,
      );
    }
    expect(await orchctl.ask('get', 'deploy,sts', '-o', 'name')).toBe(
      'deployment.apps/run\ndeployment.apps/two\ndeployment.apps/web\n',
    );
  });

  it('makes a Job of a CronJob', async () => {
    expect(await orchctl.ask('create', 'job', 'now', '--from=cronjob/clock')).toBe('job.batch/now created\n');
    const path = '{.metadata.annotations}{.metadata.ownerReferences[0].kind}';
    expect(await orchctl.ask('get', 'job', 'now', '-o', `jsonpath=${path}`)).toBe(
      `{"cronjob.${dialect === 'orch' ? 'orch.io' : 'kubernetes.io'}/instantiate":"manual"}CronJob`,
    );
  });

  it('reads files and directories', async () => {
    const path = orchctl.file('settings.ini', 'level=debug\n');
    await orchctl.ask('create', 'configmap', 'files', `--from-file=${path}`, `--from-file=other=${path}`);
    expect(JSON.parse(await orchctl.ask('get', 'cm', 'files', '-o', 'jsonpath={.data}'))).toEqual({
      'settings.ini': 'level=debug\n',
      other: 'level=debug\n',
    });
    const secret = [
      'create',
      'secret',
      'tls',
      'pair',
      `--cert=${server.directory}/apiserver.crt`,
      `--key=${server.directory}/apiserver.key`,
    ];
    expect(await orchctl.ask(...secret)).toBe('secret/pair created\n');
    expect(await orchctl.ask('get', 'secret', 'pair', '-o', 'jsonpath={.type}')).toBe(
      `${dialect === 'orch' ? 'orch' : 'kubernetes'}.io/tls`,
    );
  });

  it('creates the objects of files, and goes on after one that is there', async () => {
    const items = ['one', 'default', 'two'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }));
    const file = orchctl.file('namespaces.json', { apiVersion: 'v1', kind: 'List', items });
    expect(await orchctl.run(['create', '-f', file, '--save-config'])).toEqual({
      stdout: 'namespace/one created\nnamespace/two created\n',
      code: 1,
      stderr: `Error from server (AlreadyExists): error when creating "${file}": namespaces "default" already exists\n`,
    });
    const key = dialect === 'orch' ? 'orchctl\\.orch\\.io' : 'kubectl\\.kubernetes\\.io';
    expect(
      await orchctl.ask(
        'get',
        'ns',
        'one',
        '-o',
        `jsonpath={.metadata.annotations.${key}/last-applied-configuration}`,
      ),
    ).toContain('"name":"one"');
  });

  it.each([
    [
      ['create', 'namespace'],
      "error: exactly one NAME is required, got 0\nSee 'orchctl create namespace -h' for help and examples\n",
    ],
    [['create', 'frob'], "error: Unexpected args: [frob]\nSee 'orchctl create -h' for help and examples\n"],
    [['create'], 'error: must specify one of -f and -k\n'],
    [['create', 'job', 'j'], 'error: either --image or --from must be specified\n'],
    [
      ['create', 'role', 'r', '--verb=get', '--resource=frobs'],
      'error: the server doesn\'t have a resource type "frobs"\n',
    ],
    [
      ['create', 'namespace', 'x', '--dry-run=maybe'],
      'error: Invalid dry-run value (maybe). Must be "none", "server", or "client".\n',
    ],
  ])('refuses %j', async (words, problem) => {
    expect(await orchctl.complaint(...words)).toBe(problem);
  });
});

describe.each(kubectls())('orchctl create beside $title', ({ title, path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('makes the same objects', async () => {
    const kubectl = CommandLine.kubectl(server, path!);
    const orchctl = new CommandLineHere(server);
    // kubectl 1.20 knows no --image twice.
    const compared = title.includes('1.20')
      ? creations.filter(([, name]) => name !== 'two')
      : [...creations, disruptionBudget];
    for (const words of compared) {
      const dashes = words.indexOf('--');
      const at = dashes < 0 ? words.length : dashes;
      const all = ['create', ...words.slice(0, at), '--dry-run=client', '-o', 'json', ...words.slice(at)];
      const [mine, theirs] = await Promise.all([orchctl.ask(...all), kubectl.ask(...all)]);
      const [a, b] = [mine, theirs].map((text) => withoutEmpty(JSON.parse(text)));
      // Versions that 1.20 did not have yet.
      if (title.includes('1.20')) for (const one of [a, b] as any[]) delete one.apiVersion;
      expect(a, words.join(' ')).toEqual(b);
    }
  });
});

/** kubectl prints fields that are not set. */
function withoutEmpty(value: any): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(
      ([key, inner]) =>
        key !== 'status' &&
        inner !== null &&
        !(typeof inner === 'object' && Object.keys(inner as object).length === 0),
    );
  return Object.fromEntries(kept);
}
