import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  podWith,
  type Sentence,
  serverWith,
  startFault,
} from '../../support/admission.ts';
import { metricLines } from '../../support/admission-webhooks.ts';
import type { Answer } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

const label = (name: string): string => `pod-security.kubernetes.io/${name}`;
const labels = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [label(name), value]));
const merge = { 'content-type': 'application/merge-patch+json' };

/** Texts of the Warning headers. */
const warningsOf = ({ headers }: Answer): string[] => {
  const text = [headers['warning'] ?? []].flat().join(', ');
  return [...text.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) =>
    quoted!.replace(/\\(.)/g, '$1'),
  );
};

let server: TestServer;
const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
const namespaces: Record<string, Record<string, string>> = {
  free: {},
  baseline: { enforce: 'baseline' },
  restricted: { enforce: 'restricted' },
  'restricted-18': { enforce: 'restricted', 'enforce-version': 'v1.18' },
  'restricted-21': { enforce: 'restricted', 'enforce-version': 'v1.21' },
  'restricted-22': { enforce: 'restricted', 'enforce-version': 'v1.22' },
  future: { enforce: 'restricted', 'enforce-version': 'v1.99' },
  warned: { warn: 'baseline', audit: 'restricted' },
};

beforeAll(async () => {
  server = await serverWith({ on: ['PodSecurity'] });
  for (const [name, given] of Object.entries(namespaces))
    await done(server.client.post('/api/v1/namespaces', { metadata: { name, labels: labels(given) } }));
});
afterAll(() => server?.remove());

const ok = { status: 201 };
const create =
  (namespace: string, spec: object, metadata: object = {}) =>
  () =>
    server.client.post(pods(namespace), podWith('p', spec, metadata));
const dry =
  (namespace: string, spec: object, metadata: object = {}) =>
  () =>
    server.client.post(`${pods(namespace)}?dryRun=All`, podWith('p', spec, metadata));
const refused = (level: string, ...why: string[]): Expected => ({
  status: 403,
  message: `pods "p" is forbidden: violates PodSecurity "${level}": ${why.join(', ')}`,
});
const settings = (securityContext: object, more: object = {}): object => ({
  containers: [container('c', { securityContext, ...more })],
});
const baseline = (why: string): Expected => refused('baseline:latest', why);

const escalation =
  'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)';
const capabilities =
  'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])';
const nonRoot = 'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)';
const seccomp =
  'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';

/** What the strictest level asks for. */
const good = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const strict = (more: object): object => settings({ ...good, ...more });

const baselineRows: Sentence[] = [
  ['an ordinary pod passes', dry('baseline', {}), ok],
  [
    'it does not share namespaces of the host',
    dry('baseline', { hostNetwork: true, hostPID: true, hostIPC: true }),
    baseline('host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)'),
  ],
  [
    'it is not privileged',
    dry('baseline', settings({ privileged: true })),
    baseline('privileged (container "c" must not set securityContext.privileged=true)'),
  ],
  [
    '… in none of its containers',
    dry('baseline', {
      containers: [container('a', { securityContext: { privileged: true } })],
      initContainers: [container('i', { securityContext: { privileged: true } })],
    }),
    baseline('privileged (containers "i", "a" must not set securityContext.privileged=true)'),
  ],
  [
    'it adds ordinary capabilities',
    dry('baseline', settings({ capabilities: { add: ['CHOWN', 'NET_BIND_SERVICE'] } })),
    ok,
  ],
  [
    '… and no others',
    dry('baseline', settings({ capabilities: { add: ['SYS_ADMIN', 'NET_ADMIN'] } })),
    baseline(
      'non-default capabilities (container "c" must not include "NET_ADMIN", "SYS_ADMIN" in securityContext.capabilities.add)',
    ),
  ],
  [
    'it has no volumes of the host',
    dry('baseline', {
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'w', hostPath: { path: '/' } },
      ],
    }),
    baseline('hostPath volumes (volumes "v", "w")'),
  ],
  [
    'it has no ports of the host',
    dry('baseline', settings({}, { ports: [{ containerPort: 80, hostPort: 80 }] })),
    baseline('hostPort (container "c" uses hostPort 80)'),
  ],
  [
    '… several neither',
    dry(
      'baseline',
      settings(
        {},
        {
          ports: [
            { containerPort: 80, hostPort: 80 },
            { containerPort: 81, hostPort: 81 },
          ],
        },
      ),
    ),
    baseline('hostPort (container "c" uses hostPorts 80, 81)'),
  ],
  [
    'its AppArmor profile is a common one',
    dry(
      'baseline',
      {},
      { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' } },
    ),
    baseline('forbidden AppArmor profile (container.apparmor.security.beta.kubernetes.io/c="unconfined")'),
  ],
  [
    'its SELinux type is one of containers',
    dry('baseline', { securityContext: { seLinuxOptions: { type: 'spc_t' } } }),
    baseline('seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "spc_t")'),
  ],
  [
    '… and user and role are not set',
    dry('baseline', settings({ seLinuxOptions: { type: 'container_t', user: 'u', role: 'r' } })),
    baseline(
      'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: user may not be set; role may not be set)',
    ),
  ],
  [
    'its seccomp profile is not off',
    dry('baseline', { securityContext: { seccompProfile: { type: 'Unconfined' } } }),
    baseline('seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")'),
  ],
  [
    'its sysctls are safe ones',
    dry('baseline', {
      securityContext: {
        sysctls: [
          { name: 'kernel.shm_rmid_forced', value: '0' },
          { name: 'kernel.msgmax', value: '1' },
        ],
      },
    }),
    baseline('forbidden sysctls (kernel.msgmax)'),
  ],
  [
    'all that is wrong is told at once, in order',
    dry('baseline', { hostPID: true, ...settings({ privileged: true }) }),
    refused(
      'baseline:latest',
      'host namespaces (hostPID=true)',
      'privileged (container "c" must not set securityContext.privileged=true)',
    ),
  ],
  ['what the restricted level forbids passes', dry('baseline', { securityContext: { runAsUser: 0 } }), ok],
];

const restrictedRows: Sentence[] = [
  [
    'an ordinary pod does not pass',
    dry('restricted', {}),
    refused('restricted:latest', escalation, capabilities, nonRoot, seccomp),
  ],
  ['a careful one does', dry('restricted', strict({})), ok],
  [
    '… also when the pod says it for its containers',
    dry('restricted', {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      ...settings({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }),
    }),
    ok,
  ],
  [
    'what the baseline forbids comes first',
    dry('restricted', { hostNetwork: true }),
    refused(
      'restricted:latest',
      'host namespaces (hostNetwork=true)',
      escalation,
      capabilities,
      nonRoot,
      seccomp,
    ),
  ],
  [
    'volumes are of harmless types',
    dry('restricted', {
      ...strict({}),
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'e', emptyDir: {} },
      ],
    }),
    refused(
      'restricted:latest',
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ),
  ],
  [
    '… each of them',
    dry('restricted', {
      ...strict({}),
      volumes: [
        { name: 'v', hostPath: { path: '/' } },
        { name: 'n', nfs: { server: 's', path: '/' } },
      ],
    }),
    refused(
      'restricted:latest',
      'restricted volume types (volumes "v", "n" use restricted volume types "hostPath", "nfs")',
    ),
  ],
  [
    'only one capability may be added',
    dry('restricted', strict({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE', 'CHOWN'] } })),
    refused(
      'restricted:latest',
      'unrestricted capabilities (container "c" must not include "CHOWN" in securityContext.capabilities.add)',
    ),
  ],
  [
    'nobody says that he may be root',
    dry('restricted', strict({ runAsNonRoot: false })),
    refused(
      'restricted:latest',
      'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
    ),
  ],
  [
    '… or is root',
    dry('restricted', { securityContext: { runAsUser: 0 }, ...strict({}) }),
    refused('restricted:latest', 'runAsUser=0 (pod must not set runAsUser=0)'),
  ],
  [
    '… which was allowed before 1.23',
    dry('restricted-22', { securityContext: { runAsUser: 0 }, ...strict({}) }),
    ok,
  ],
  ['capabilities could stay before 1.22', dry('restricted-21', strict({ capabilities: {} })), ok],
  [
    '… but not be added',
    dry('restricted-21', strict({ capabilities: { add: ['SYS_ADMIN'] } })),
    {
      status: 403,
      message:
        /violates PodSecurity "restricted:v1\.21": non-default capabilities \(container "c" must not include "SYS_ADMIN"/,
    },
  ],
  [
    'seccomp profiles were annotations before 1.19',
    dry('restricted-18', settings({ allowPrivilegeEscalation: false, runAsNonRoot: true })),
    ok,
  ],
  [
    '… and could not be off either',
    dry('restricted-18', settings({ allowPrivilegeEscalation: false, runAsNonRoot: true }), {
      annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
    }),
    refused(
      'restricted:v1.18',
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    ),
  ],
  [
    'a release that is to come is as the newest one',
    dry('future', strict({ runAsUser: 0 })),
    refused('restricted:v1.99', 'runAsUser=0 (container "c" must not set runAsUser=0)'),
  ],
];

const namespaceRows: Sentence[] = [
  [
    'a level that there is not is refused',
    () =>
      server.client.post('/api/v1/namespaces', {
        metadata: { name: 'x', labels: labels({ enforce: 'most' }) },
      }),
    {
      status: 422,
      message:
        'Namespace "x" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "most": must be one of privileged, baseline, restricted',
    },
  ],
  [
    'a version that there is not is refused',
    () =>
      server.client.post('/api/v1/namespaces', {
        metadata: { name: 'x', labels: labels({ 'warn-version': '1.2' }) },
      }),
    {
      status: 422,
      message:
        'Namespace "x" is invalid: metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"',
    },
  ],
  [
    '… on update as well',
    () =>
      server.client.send('PATCH', '/api/v1/namespaces/free', {
        headers: merge,
        body: { metadata: { labels: labels({ audit: 'most' }) } },
      }),
    {
      status: 422,
      message: /metadata\.labels\[pod-security\.kubernetes\.io\/audit\]: Invalid value: "most"/,
    },
  ],
];

describe('PodSecurity', () => {
  it.each(baselineRows)('baseline: %s', async (_, act, expected) => expectAnswer(await act(), expected));
  it.each(restrictedRows)('restricted: %s', async (_, act, expected) => expectAnswer(await act(), expected));
  it.each(namespaceRows)('namespaces: %s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('lets everything pass where nothing is said, without a word', async () => {
    const answer = await dry('free', { hostNetwork: true, ...settings({ privileged: true }) })();
    expectAnswer(answer, ok);
    expect(warningsOf(answer)).toEqual([]);
  });

  it('warns of what passes', async () => {
    const answer = await dry('warned', settings({ privileged: true }))();
    expectAnswer(answer, ok);
    expect(warningsOf(answer)).toEqual([
      'would violate PodSecurity "baseline:latest": privileged (container "c" must not set securityContext.privileged=true)',
    ]);
  });

  it.each([
    ['apps/v1', 'deployments', (template: object) => ({ selector: { matchLabels: { a: 'b' } }, template })],
    ['apps/v1', 'replicasets', (template: object) => ({ selector: { matchLabels: { a: 'b' } }, template })],
    ['apps/v1', 'daemonsets', (template: object) => ({ selector: { matchLabels: { a: 'b' } }, template })],
    [
      'apps/v1',
      'statefulsets',
      (template: object) => ({ selector: { matchLabels: { a: 'b' } }, serviceName: 's', template }),
    ],
    [
      'batch/v1',
      'jobs',
      (template: any) => ({ template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } }),
    ],
    [
      'batch/v1',
      'cronjobs',
      (template: any) => ({
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
        },
      }),
    ],
    ['v1', 'replicationcontrollers', (template: object) => ({ selector: { a: 'b' }, template })],
  ])('warns of %s %s that would make such pods, and lets them pass', async (version, resource, specWith) => {
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { hostPID: true, containers: [container('c')] },
    };
    const prefix = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    for (const namespace of ['warned', 'restricted']) {
      const answer = await server.client.post(`${prefix}/namespaces/${namespace}/${resource}`, {
        metadata: { name: 'w' },
        spec: specWith(template),
      });
      expectAnswer(answer, ok);
      expect(warningsOf(answer)).toEqual(
        namespace === 'warned'
          ? ['would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)']
          : [],
      );
    }
  });

  it('warns of a template alone', async () => {
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { hostPID: true, containers: [container('c')] },
    };
    const answer = await server.client.post('/api/v1/namespaces/warned/podtemplates', {
      metadata: { name: 't' },
      template,
    });
    expectAnswer(answer, ok);
    expect(warningsOf(answer)).toEqual([
      'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)',
    ]);
  });

  it('looks at updates that bring something new, and at no others', async () => {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'later' } }));
    await done(create('later', settings({ privileged: true }))());
    const patch = { headers: merge, body: { metadata: { labels: labels({ enforce: 'baseline' }) } } };
    await done(server.client.send('PATCH', '/api/v1/namespaces/later', patch));
    const change = (body: object) =>
      server.client.send('PATCH', `${pods('later')}/p`, {
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
        body,
      });
    expectAnswer(await change({ metadata: { labels: { a: 'b' } } }), { status: 200 });
    expectAnswer(
      await change({ spec: { containers: [{ name: 'c', image: 'other' }] } }),
      baseline('privileged (container "c" must not set securityContext.privileged=true)'),
    );
  });

  it('warns of the pods that are there, when a namespace becomes stricter', async () => {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'tighter' } }));
    const spec = { ...settings({ privileged: true }), hostPID: true };
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true };
    for (const name of ['a', 'b', 'c'])
      await done(server.client.post(pods('tighter'), podWith(name, spec, { ownerReferences: [owner] })));
    await done(server.client.post(pods('tighter'), podWith('d', settings({ privileged: true }))));
    await done(server.client.post(pods('tighter'), podWith('e')));
    const say = (given: Record<string, string>) =>
      server.client.send('PATCH', '/api/v1/namespaces/tighter', {
        headers: merge,
        body: { metadata: { labels: labels(given) } },
      });
    const answer = await say({ enforce: 'baseline' });
    expectAnswer(answer, { status: 200 });
    expect(warningsOf(answer)).toEqual([
      'existing pods in namespace "tighter" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): host namespaces, privileged',
      'd: privileged',
    ]);
    expect(warningsOf(await say({ warn: 'baseline' }))).toEqual([]);
    expect(warningsOf(await say({ enforce: 'privileged' }))).toEqual([]);
  });
});

describe('PodSecurity with a configuration', () => {
  let configured: TestServer;
  let directory: string;
  const configuration = {
    apiVersion: 'pod-security.admission.config.k8s.io/v1beta1',
    kind: 'PodSecurityConfiguration',
    defaults: { enforce: 'baseline', 'enforce-version': 'v1.20', warn: 'restricted' },
    exemptions: { usernames: ['trusted'], namespaces: ['exempt'], runtimeClasses: ['sandbox'] },
  };
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pod-security-'));
    const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
    writeFileSync(join(directory, 'policy.yaml'), JSON.stringify(policy));
    configured = await serverWith({
      on: ['PodSecurity'],
      configuration: { PodSecurity: configuration },
      users: ['trusted-token,trusted,5'],
      flags: [
        `--audit-policy-file=${join(directory, 'policy.yaml')}`,
        `--audit-log-path=${join(directory, 'audit.log')}`,
      ],
    });
    for (const [name, given] of [
      ['exempt', {}],
      ['open', { enforce: 'privileged', warn: 'privileged' }],
      ['audited', { enforce: 'privileged', audit: 'baseline' }],
      ['lax', { enforce: 'privileged', audit: 'privileged', warn: 'privileged' }],
    ] as const)
      await done(configured.client.post('/api/v1/namespaces', { metadata: { name, labels: labels(given) } }));
    await done(
      configured.client.post('/apis/node.k8s.io/v1/runtimeclasses', {
        metadata: { name: 'sandbox' },
        handler: 'h',
      }),
    );
  });
  afterAll(async () => {
    await configured?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  const bad = settings({ privileged: true });
  const post = (namespace: string, spec: object) =>
    configured.client.post(`${pods(namespace)}?dryRun=All`, podWith('p', spec));
  const rows: Sentence[] = [
    [
      'its defaults hold where a namespace says nothing',
      () => post('default', bad),
      { status: 403, message: /violates PodSecurity "baseline:v1\.20": privileged/ },
    ],
    ['what a namespace says goes before', () => post('open', bad), ok],
    ['exempt namespaces are not looked at', () => post('exempt', bad), ok],
    [
      'exempt runtime classes are not looked at',
      () => post('default', { ...bad, runtimeClassName: 'sandbox' }),
      ok,
    ],
    [
      'exempt users are not looked at',
      () =>
        configured
          .connect({ token: 'trusted-token' })
          .post(`${pods('default')}?dryRun=All`, podWith('p', bad)),
      ok,
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('warns by default as it is told', async () => {
    expect(warningsOf(await post('default', strict({ runAsUser: 0 })))).toEqual([
      'would violate PodSecurity "restricted:latest": runAsUser=0 (container "c" must not set runAsUser=0)',
    ]);
  });

  /** What the audit log says of a request. */
  const annotationsOf = async (namespace: string, make: () => Promise<Answer>): Promise<unknown> => {
    const { headers } = await make();
    const id = headers['audit-id'] as string;
    for (let tries = 0; tries < 100; tries++, await sleep(50)) {
      const lines = readFileSync(join(directory, 'audit.log'), 'utf8').split('\n');
      const line = lines.find((text) => text.includes(id) && text.includes('"ResponseComplete"'));
      if (line === undefined) continue;
      const { annotations, objectRef } = JSON.parse(line);
      expect(objectRef.namespace).toBe(namespace);
      return Object.fromEntries(
        Object.entries(annotations).filter(([key]) => key.startsWith('pod-security.kubernetes.io/')),
      );
    }
    throw new Error('the audit log says nothing');
  };

  it.each<[string, string, object, object]>([
    [
      'what would violate',
      'audited',
      bad,
      {
        'enforce-policy': 'privileged:v1.20',
        'audit-violations':
          'would violate PodSecurity "baseline:latest": privileged (container "c" must not set securityContext.privileged=true)',
      },
    ],
    ['what was enforced', 'default', {}, { 'enforce-policy': 'baseline:v1.20' }],
    ['an exempt namespace', 'exempt', bad, { exempt: 'namespace' }],
    [
      'an exempt runtime class',
      'default',
      { ...bad, runtimeClassName: 'sandbox' },
      { exempt: 'runtimeClass' },
    ],
  ])('says in the audit log: %s', async (_, namespace, spec, expected) => {
    expect(await annotationsOf(namespace, () => post(namespace, spec))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [label(name), value])),
    );
  });

  it.each([
    ['of an exempt namespace', 'exempt', { exempt: 'namespace' }],
    ['of a namespace that forbids nothing', 'lax', { 'enforce-policy': 'privileged:v1.20' }],
  ])('the audit annotations of an apply that changes nothing of a pod %s', async (_, namespace, expected) => {
    const apply = () => applyPod(configured, namespace);
    expect((await apply()).status).toBe(201);
    for (let times = 0; times < 3; times++)
      expect(await annotationsOf(namespace, apply)).toEqual(labels(expected as Record<string, string>));
  });

  it('says in the audit log: an exempt user', async () => {
    const client = configured.connect({ token: 'trusted-token' });
    const make = () => client.post(`${pods('default')}?dryRun=All`, podWith('p', bad));
    expect(await annotationsOf('default', make)).toEqual({ [label('exempt')]: 'user' });
    client.close();
  });

  it.each([
    [
      'a level that there is not',
      { ...configuration, defaults: { enforce: 'most' } },
      /defaults\.enforce: Invalid value: \S*most\S*: must be one of privileged, baseline, restricted/,
    ],
    [
      'a version that there is not',
      { ...configuration, defaults: { 'audit-version': '1' } },
      /defaults\.audit-version: Invalid value/,
    ],
    [
      'an exemption twice',
      { ...configuration, exemptions: { usernames: ['a', 'a'] } },
      /exemptions\.usernames\[1\]: Duplicate value/,
    ],
    [
      'a namespace that can be none',
      { ...configuration, exemptions: { namespaces: ['A B'] } },
      /exemptions\.namespaces\[0\]: Invalid value/,
    ],
    ['a field that nobody knows', { ...configuration, more: 1 }, /unknown field/],
  ])('does not start with %s', async (_, told, message) => {
    expect(await startFault({ on: ['PodSecurity'], configuration: { PodSecurity: told } })).toMatch(message);
  });
});

/** The same configuration each time. */
const applyPod = ({ client }: Pick<TestServer, 'client'>, namespace: string): Promise<Answer> =>
  client.send('PATCH', `${pods(namespace)}/applied?fieldManager=a`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: { apiVersion: 'v1', kind: 'Pod', ...podWith('applied', { containers: [container('c')] }) },
  });

it('an unchanged apply of a pod runs no admission plugin of those that are on by default', async () => {
  const plain = await serverWith({});
  try {
    const apply = async (): Promise<number> => (await applyPod(plain, 'default')).status;
    const updates = async (): Promise<string[]> =>
      (await metricLines(plain.client, 'apiserver_admission_step_admission_duration_seconds_count')).filter(
        (line) => line.includes('operation="UPDATE"'),
      );
    expect(await apply()).toBe(201);
    const before = await updates();
    expect([await apply(), await apply()]).toEqual([200, 200]);
    expect(await updates()).toEqual(before);
  } finally {
    await plain.remove();
  }
});

it.each([
  ['on by default', [], 403],
  ['on by default at a later release', ['--emulated-version=1.24'], 403],
  ['off by default at a release that had it off', ['--emulated-version=1.22'], 201],
  ['off where it is switched off', ['--disable-admission-plugins=PodSecurity'], 201],
])('PodSecurity is %s', async (_, flags, status) => {
  const plain = await serverWith({ flags });
  try {
    const given = { metadata: { name: 'x', labels: labels({ enforce: 'restricted' }) } };
    await done(plain.client.post('/api/v1/namespaces', given));
    const containers = [container('c', { securityContext: { privileged: true } })];
    expectAnswer(await plain.client.post(pods('x'), podWith('p', { containers })), { status });
  } finally {
    await plain.remove();
  }
});

it('PodSecurity speaks the words of its dialect', async () => {
  const own = await serverWith({ on: ['PodSecurity'], dialect: 'orch' });
  try {
    const given = { metadata: { name: 'x', labels: { 'pod-security.orch.io/enforce': 'baseline' } } };
    await done(own.client.post('/api/v1/namespaces', given));
    expectAnswer(
      await own.client.post(pods('x'), podWith('p', { hostPID: true })),
      refused('baseline:latest', 'host namespaces (hostPID=true)'),
    );
  } finally {
    await own.remove();
  }
});
