import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  forbiddenPod,
  podWith,
  type Sentence,
  serverWith,
} from '../../support/admission.ts';
import { TestServer } from '../../support/server.ts';

const pods = '/api/v1/namespaces/default/pods';

/** Another server on what one has left that was stopped. */
const restarted = (directory: string, plugin: string): Promise<TestServer> =>
  TestServer.start({
    directory,
    flags: [
      `--token-auth-file=${directory}/users.csv`,
      '--authorization-mode=AlwaysAllow',
      `--enable-admission-plugins=${plugin}`,
    ],
  });

/** Rows that run one after the other against one server. */
function describeSentences(
  title: string,
  options: Parameters<typeof serverWith>[0],
  rowsOf: (
    create: (name: string, spec?: object) => ReturnType<TestServer['client']['post']>,
    server: () => TestServer,
  ) => Sentence[],
): void {
  describe(title, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await serverWith(options);
    });
    afterAll(() => server?.remove());
    const create = (name: string, spec: object = {}) => server.client.post(pods, podWith(name, spec));
    it.each(rowsOf(create, () => server))('%s', async (_, act, expected) =>
      expectAnswer(await act(), expected),
    );
  });
}

describeSentences('AlwaysPullImages', { on: ['AlwaysPullImages'] }, (create, server) => [
  [
    'the image of every container is pulled, whatever it says itself',
    () =>
      create('p', {
        initContainers: [container('i', { imagePullPolicy: 'Never' })],
        containers: [container('a', { imagePullPolicy: 'IfNotPresent' }), container('b')],
      }),
    {
      status: 201,
      shows: {
        spec: {
          initContainers: [{ imagePullPolicy: 'Always' }],
          containers: [{ imagePullPolicy: 'Always' }, { imagePullPolicy: 'Always' }],
        },
      },
    },
  ],
  [
    'an update that brings another image is looked at as well',
    async () => {
      const { body } = await server().client.get(`${pods}/p`);
      body.spec.containers[1].image = 'i:2';
      return server().client.put(`${pods}/p`, body);
    },
    { status: 200, shows: { spec: { containers: [{}, { image: 'i:2', imagePullPolicy: 'Always' }] } } },
  ],
]);

describe('AlwaysPullImages, turned on later', () => {
  it('leaves pods alone that bring no image', async () => {
    const first = await serverWith({});
    const { directory } = first;
    const before = podWith('before', { containers: [container('c', { imagePullPolicy: 'Never' })] });
    await done(first.client.post(pods, before));
    await first.stop();
    const server = await restarted(directory, 'AlwaysPullImages');
    try {
      const { body } = await server.client.get(`${pods}/before`);
      body.metadata.labels = { a: 'b' };
      expectAnswer(await server.client.put(`${pods}/before`, body), {
        status: 200,
        shows: { spec: { containers: [{ imagePullPolicy: 'Never' }] } },
      });
    } finally {
      await server.remove();
    }
  });
});

const denied = (field: string): Expected => forbiddenPod('p', `${field} is forbidden`);
const context = (securityContext: object) => ({ securityContext });
describeSentences('SecurityContextDeny', { on: ['SecurityContextDeny'] }, (create) => [
  [
    'no supplemental groups',
    () => create('p', context({ supplementalGroups: [1] })),
    denied('SecurityContext.SupplementalGroups'),
  ],
  [
    'no SELinux options',
    () => create('p', context({ seLinuxOptions: { level: 'a' } })),
    denied('pod.Spec.SecurityContext.SELinuxOptions'),
  ],
  ['no user', () => create('p', context({ runAsUser: 0 })), denied('pod.Spec.SecurityContext.RunAsUser')],
  ['no group of files', () => create('p', context({ fsGroup: 1 })), denied('SecurityContext.FSGroup')],
  [
    'nor for a container',
    () => create('p', { containers: [container('c', context({ runAsUser: 1 }))] }),
    denied('SecurityContext.RunAsUser'),
  ],
  [
    'nor for one that runs before',
    () => create('p', { initContainers: [container('i', context({ seLinuxOptions: { level: 'a' } }))] }),
    denied('SecurityContext.SELinuxOptions'),
  ],
  ['what says nothing of it passes', () => create('p', context({ runAsNonRoot: true })), { status: 201 }],
]);

const anti = (topologyKey: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey, labelSelector: { matchLabels: { a: 'b' } } },
      ],
    },
  },
});
describeSentences(
  'LimitPodHardAntiAffinityTopology',
  { on: ['LimitPodHardAntiAffinityTopology'] },
  (create) => [
    [
      'a pod does not keep others off a zone',
      () => create('p', anti('topology.kubernetes.io/zone')),
      forbiddenPod(
        'p',
        'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname is allowed',
      ),
    ],
    ['but off its node', () => create('q', anti('kubernetes.io/hostname')), { status: 201 }],
  ],
);

const wants = (...resources: string[]) => ({
  resources: {
    limits: Object.fromEntries(resources.map((name) => [name, '1'])),
    requests: Object.fromEntries(resources.map((name) => [name, '1'])),
  },
});
const tolerates = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' });
describeSentences(
  'ExtendedResourceToleration',
  { on: ['ExtendedResourceToleration'], off: ['DefaultTolerationSeconds'] },
  (create) => [
    [
      'a pod tolerates what its nodes are tainted with, in order, once for each resource',
      () =>
        create('p', {
          initContainers: [container('i', wants('example.com/gpu'))],
          containers: [container('c', wants('example.com/gpu', 'example.com/fpga', 'cpu'))],
        }),
      {
        status: 201,
        exactly: { 'spec.tolerations': [tolerates('example.com/fpga'), tolerates('example.com/gpu')] },
      },
    ],
    [
      'one that does so already has nothing added',
      () =>
        create('q', {
          tolerations: [tolerates('example.com/gpu')],
          containers: [container('c', wants('example.com/gpu'))],
        }),
      { status: 201, exactly: { 'spec.tolerations': [tolerates('example.com/gpu')] } },
    ],
    [
      'ordinary resources taint nothing',
      () => create('r', { containers: [container('c', wants('cpu', 'memory', 'ephemeral-storage'))] }),
      { status: 201, exactly: { 'spec.tolerations': undefined } },
    ],
  ],
);

const intoPod =
  (server: () => TestServer, name: string, what = 'exec') =>
  () =>
    server().client.post(`${pods}/${name}/${what}?command=sh&stdin=true`, undefined);
const kept = (name: string, what: string): Expected => ({
  status: 403,
  message: `pods "${name}" is forbidden: cannot exec into or attach to a ${what}`,
});
const made: readonly [name: string, spec: object][] = [
  ['network', { hostNetwork: true }],
  ['pid', { hostPID: true }],
  ['ipc', { hostIPC: true }],
  ['privileged', { containers: [container('c', { securityContext: { privileged: true } })] }],
  ['before', { initContainers: [container('i', { securityContext: { privileged: true } })] }],
  ['plain', {}],
];
/** The last release that has the two. */
const lastOfBoth = ['--emulated-version=1.20'];
describeSentences(
  'DenyEscalatingExec',
  { on: ['DenyEscalatingExec'], flags: lastOfBoth },
  (create, server) => [
    ...made.map(
      ([name, spec]): Sentence => [`given the pod ${name}`, () => create(name, spec), { status: 201 }],
    ),
    [
      'nobody gets into the network of the node',
      intoPod(server, 'network'),
      kept('network', 'container using host network'),
    ],
    [
      'nor attaches to it',
      intoPod(server, 'network', 'attach'),
      kept('network', 'container using host network'),
    ],
    ['nor among its processes', intoPod(server, 'pid'), kept('pid', 'container using host pid')],
    ['nor into its shared memory', intoPod(server, 'ipc'), kept('ipc', 'container using host ipc')],
    [
      'nor into a privileged container',
      intoPod(server, 'privileged'),
      kept('privileged', 'privileged container'),
    ],
    ['of any sort', intoPod(server, 'before'), kept('before', 'privileged container')],
    [
      'into a pod that is missing nobody gets either',
      intoPod(server, 'nothing'),
      { status: 403, message: 'pods "nothing" is forbidden: pods "nothing" not found' },
    ],
    [
      'any other pod is for its node to open',
      intoPod(server, 'plain'),
      { status: 400, message: 'pod plain does not have a host assigned' },
    ],
    [
      'a port is no container',
      () => server().client.post(`${pods}/network/portforward?ports=80`, undefined),
      { status: 400, message: 'pod network does not have a host assigned' },
    ],
    [
      'nobody connects for a trial',
      () => server().client.post(`${pods}/network/exec?dryRun=All`, undefined),
      { status: 400, message: 'dryRun is not supported' },
    ],
  ],
);

describeSentences(
  'DenyExecOnPrivileged',
  { on: ['DenyExecOnPrivileged'], flags: lastOfBoth },
  (create, server) => [
    ...made.map(
      ([name, spec]): Sentence => [`given the pod ${name}`, () => create(name, spec), { status: 201 }],
    ),
    [
      'nobody gets into a privileged container',
      intoPod(server, 'privileged'),
      kept('privileged', 'privileged container'),
    ],
    ['the network of the node is none of its business', intoPod(server, 'network'), { status: 400 }],
  ],
);

const services = '/api/v1/namespaces/default/services';
const service = (name: string, externalIPs?: string[]) => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...(externalIPs && { externalIPs }) },
});
const noExternal = (name: string): Expected => ({
  status: 403,
  message: `services "${name}" is forbidden: Use of external IPs is denied by admission control`,
});
describe('DenyServiceExternalIPs (CVE-2020-8554)', () => {
  let server: TestServer;
  /** Puts these addresses in the place of those that are stored. */
  const write = (name: string, externalIPs: string[]) => async () => {
    const { body } = await server.client.get(`${services}/${name}`);
    return server.client.put(`${services}/${name}`, { ...body, spec: { ...body.spec, externalIPs } });
  };
  beforeAll(async () => {
    const before = await serverWith({});
    await done(before.client.post(services, service('older', ['192.0.2.1', '192.0.2.2'])));
    await before.stop();
    server = await restarted(before.directory, 'DenyServiceExternalIPs');
  });
  afterAll(() => server?.remove());
  const rows: Sentence[] = [
    [
      'nobody draws the traffic of an address to himself',
      () => server.client.post(services, service('a', ['192.0.2.9'])),
      noExternal('a'),
    ],
    ['a Service without one is created', () => server.client.post(services, service('b')), { status: 201 }],
    ['and gets none later', write('b', ['192.0.2.9']), noExternal('b')],
    ['addresses that were there before stay', write('older', ['192.0.2.1', '192.0.2.2']), { status: 200 }],
    ['none is added to them', write('older', ['192.0.2.1', '192.0.2.2', '192.0.2.9']), noExternal('older')],
    ['nor put in the place of one', write('older', ['192.0.2.1', '192.0.2.9']), noExternal('older')],
    ['they can be taken away', write('older', ['192.0.2.2']), { status: 200 }],
    ['and do not come back', write('older', ['192.0.2.1', '192.0.2.2']), noExternal('older')],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
