import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { container, done, expectAnswer, podWith, serverWith } from '../../support/admission.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
let user: ApiClient;
let directory: string;

const policies = '/apis/policy/v1beta1/podsecuritypolicies';
const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
const any = { rule: 'RunAsAny' };

/** A policy that allows everything, but for what is said. */
const policySpec = (more: object): object => ({
  privileged: true,
  hostNetwork: true,
  hostPID: true,
  hostIPC: true,
  hostPorts: [{ min: 0, max: 65535 }],
  volumes: ['*'],
  allowedCapabilities: ['*'],
  allowedUnsafeSysctls: ['*'],
  seLinux: any,
  runAsUser: any,
  supplementalGroups: any,
  fsGroup: any,
  ...more,
});

const settings = (securityContext: object, more: object = {}): object => ({
  containers: [container('c', { securityContext, ...more })],
});
const range = (rule: string, min: number, max: number): object => ({ rule, ranges: [{ min, max }] });
const context = (securityContext: object): object => ({ securityContext });
const inContainer = 'spec.containers[0].securityContext';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/c';
const seccomp = 'seccomp.security.alpha.kubernetes.io';

interface Refused {
  readonly says: string;
  readonly policy: object;
  readonly pod: object;
  readonly annotations?: Record<string, string>;
  readonly ofPolicy?: Record<string, string>;
  readonly errors: readonly string[];
}

const refusals: Refused[] = [
  {
    says: 'privileged containers',
    policy: { privileged: false },
    pod: settings({ privileged: true }),
    errors: [`${inContainer}.privileged: Invalid value: true: Privileged containers are not allowed`],
  },
  {
    says: 'namespaces of the host',
    policy: { hostNetwork: false, hostPID: false, hostIPC: false },
    pod: { hostNetwork: true, hostPID: true, hostIPC: true },
    errors: [
      'spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used',
      'spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used',
      'spec.securityContext.hostIPC: Invalid value: true: Host IPC is not allowed to be used',
    ],
  },
  {
    says: 'ports of the host',
    policy: {
      hostPorts: [
        { min: 1, max: 10 },
        { min: 20, max: 20 },
      ],
    },
    pod: settings({}, { ports: [{ containerPort: 80, hostPort: 80 }] }),
    errors: [
      'spec.containers[0].hostPort: Invalid value: 80: Host port 80 is not allowed to be used. Allowed ports: [1-10,20]',
    ],
  },
  {
    says: 'types of volumes',
    policy: { volumes: ['emptyDir'] },
    pod: {
      volumes: [
        { name: 'e', emptyDir: {} },
        { name: 's', nfs: { server: 's', path: '/' } },
      ],
    },
    errors: ['spec.volumes[1]: Invalid value: "nfs": nfs volumes are not allowed to be used'],
  },
  {
    says: 'paths of the host',
    policy: { allowedHostPaths: [{ pathPrefix: '/foo' }] },
    pod: { volumes: [{ name: 'v', hostPath: { path: '/foobar' } }] },
    errors: ['spec.volumes[0].hostPath.pathPrefix: Invalid value: "/foobar": is not allowed to be used'],
  },
  {
    says: 'writing to paths of the host',
    policy: { allowedHostPaths: [{ pathPrefix: '/foo', readOnly: true }] },
    pod: {
      ...settings({}, { volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
      volumes: [{ name: 'v', hostPath: { path: '/foo/bar' } }],
    },
    errors: ['spec.containers[0].volumeMounts[0].readOnly: Invalid value: false: must be read-only'],
  },
  {
    says: 'flex volumes of other drivers',
    policy: { allowedFlexVolumes: [{ driver: 'a/b' }] },
    pod: { volumes: [{ name: 'v', flexVolume: { driver: 'c/d' } }] },
    errors: ['spec.volumes[0].driver: Invalid value: "c/d": Flexvolume driver is not allowed to be used'],
  },
  {
    says: 'CSI volumes of other drivers',
    policy: { allowedCSIDrivers: [{ name: 'a.example.com' }] },
    pod: { volumes: [{ name: 'v', csi: { driver: 'b.example.com' } }] },
    errors: [
      'spec.volumes[0].csi.driver: Invalid value: "b.example.com": Inline CSI driver is not allowed to be used',
    ],
  },
  {
    says: 'users out of range',
    policy: { runAsUser: range('MustRunAs', 1, 10) },
    pod: settings({ runAsUser: 20 }),
    errors: [`${inContainer}.runAsUser: Invalid value: 20: must be in the ranges: [{1 10}]`],
  },
  {
    says: 'root',
    policy: { runAsUser: { rule: 'MustRunAsNonRoot' } },
    pod: settings({ runAsUser: 0 }),
    errors: [`${inContainer}.runAsUser: Invalid value: 0: running with the root UID is forbidden`],
  },
  {
    says: 'saying that one may be root',
    policy: { runAsUser: { rule: 'MustRunAsNonRoot' } },
    pod: settings({ runAsNonRoot: false }),
    errors: [`${inContainer}.runAsNonRoot: Invalid value: false: must be true`],
  },
  {
    says: 'groups out of range',
    policy: { runAsGroup: range('MayRunAs', 1, 10) },
    pod: settings({ runAsGroup: 20 }),
    errors: [
      `${inContainer}.runAsGroup: Invalid value: []int64{20}: group 20 must be in the ranges: [{1 10}]`,
    ],
  },
  {
    says: 'groups of files out of range',
    policy: { fsGroup: range('MustRunAs', 1, 10), supplementalGroups: range('MayRunAs', 1, 10) },
    pod: context({ fsGroup: 20, supplementalGroups: [5, 30] }),
    errors: [
      'spec.securityContext.fsGroup: Invalid value: []int64{20}: group 20 must be in the ranges: [{1 10}]',
      'spec.securityContext.supplementalGroups: Invalid value: []int64{5, 30}: group 30 must be in the ranges: [{1 10}]',
    ],
  },
  {
    says: 'other SELinux labels',
    policy: { seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0:c0,c1', user: 'u' } } },
    pod: context({ seLinuxOptions: { level: 's0:c1,c0', user: 'v' } }),
    errors: [
      'spec.securityContext.seLinuxOptions.user: Invalid value: "v": must be u',
      `${inContainer}.seLinuxOptions.user: Invalid value: "v": must be u`,
    ],
  },
  {
    says: 'other AppArmor profiles',
    ofPolicy: { 'apparmor.security.beta.kubernetes.io/allowedProfileNames': 'runtime/default,localhost/a' },
    policy: {},
    pod: {},
    annotations: { [appArmor]: 'localhost/b' },
    errors: [
      `pod.metadata.annotations[${appArmor}]: Forbidden: localhost/b is not an allowed profile. Allowed values: "runtime/default,localhost/a"`,
    ],
  },
  {
    says: 'no AppArmor profile',
    ofPolicy: { 'apparmor.security.beta.kubernetes.io/allowedProfileNames': 'runtime/default' },
    policy: {},
    pod: {},
    errors: [`pod.metadata.annotations[${appArmor}]: Forbidden: AppArmor profile must be set`],
  },
  {
    says: 'seccomp profiles where none are allowed',
    policy: {},
    pod: context({ seccompProfile: { type: 'RuntimeDefault' } }),
    ofPolicy: { x: 'y' },
    errors: [
      `pod.metadata.annotations[${seccomp}/pod]: Forbidden: seccomp may not be set`,
      `pod.metadata.annotations[container.${seccomp}/c]: Forbidden: seccomp may not be set`,
    ],
  },
  {
    says: 'unsafe sysctls',
    policy: { allowedUnsafeSysctls: ['kernel.msg*'] },
    pod: context({
      sysctls: [
        { name: 'kernel.msgmax', value: '1' },
        { name: 'net.core.somaxconn', value: '1' },
      ],
    }),
    errors: [
      'pod.spec.securityContext.sysctls[1]: Forbidden: unsafe sysctl "net.core.somaxconn" is not allowed',
    ],
  },
  {
    says: 'forbidden sysctls, safe or not',
    policy: { allowedUnsafeSysctls: [], forbiddenSysctls: ['kernel.*'] },
    pod: context({ sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] }),
    errors: [
      'pod.spec.securityContext.sysctls[0]: Forbidden: sysctl "kernel.shm_rmid_forced" is not allowed',
    ],
  },
  {
    says: 'capabilities beyond those allowed',
    policy: { allowedCapabilities: ['CHOWN'] },
    pod: settings({ capabilities: { add: ['CHOWN', 'SYS_ADMIN'] } }),
    errors: [`${inContainer}.capabilities.add: Invalid value: "SYS_ADMIN": capability may not be added`],
  },
  {
    says: 'root file systems that can be written',
    policy: { readOnlyRootFilesystem: true },
    pod: settings({ readOnlyRootFilesystem: false }),
    errors: [
      `${inContainer}.readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true`,
    ],
  },
  {
    says: 'more privileges than before',
    policy: { privileged: false, allowPrivilegeEscalation: false },
    pod: settings({ allowPrivilegeEscalation: true }),
    errors: [
      `${inContainer}.allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed`,
    ],
  },
  {
    says: 'other runtime classes',
    policy: { runtimeClass: { allowedRuntimeClassNames: ['a'] } },
    pod: { runtimeClassName: 'b' },
    errors: ['spec.runtimeClassName: Invalid value: "b"'],
  },
];

interface Filled {
  readonly says: string;
  readonly policy: object;
  readonly ofPolicy?: Record<string, string>;
  readonly pod: object;
  readonly shows: object;
}

const filled: Filled[] = [
  {
    says: 'the first user of the first range',
    policy: { runAsUser: range('MustRunAs', 7, 10) },
    pod: {},
    shows: { spec: settings({ runAsUser: 7 }) },
  },
  {
    says: 'no user where the pod has one for all',
    policy: { runAsUser: range('MustRunAs', 7, 10) },
    pod: context({ runAsUser: 8 }),
    shows: { spec: { containers: [{ name: 'c' }], securityContext: { runAsUser: 8 } } },
  },
  {
    says: 'that nobody is root',
    policy: { runAsUser: { rule: 'MustRunAsNonRoot' } },
    pod: {},
    shows: { spec: settings({ runAsNonRoot: true }) },
  },
  {
    says: 'groups',
    policy: {
      runAsGroup: range('MustRunAs', 3, 4),
      fsGroup: range('MustRunAs', 5, 6),
      supplementalGroups: range('MustRunAs', 7, 8),
    },
    pod: {},
    shows: {
      spec: { ...settings({ runAsGroup: 3 }), securityContext: { fsGroup: 5, supplementalGroups: [7] } },
    },
  },
  {
    says: 'SELinux labels',
    policy: { seLinux: { rule: 'MustRunAs', seLinuxOptions: { level: 's0' } } },
    pod: {},
    shows: { spec: { securityContext: { seLinuxOptions: { level: 's0' } } } },
  },
  {
    says: 'capabilities',
    policy: {
      allowedCapabilities: [],
      defaultAddCapabilities: ['CHOWN', 'KILL'],
      requiredDropCapabilities: ['MKNOD'],
    },
    pod: settings({ capabilities: { drop: ['KILL'] } }),
    shows: { spec: settings({ capabilities: { add: ['CHOWN'], drop: ['KILL', 'MKNOD'] } }) },
  },
  {
    says: 'a root file system that cannot be written',
    policy: { readOnlyRootFilesystem: true },
    pod: {},
    shows: { spec: settings({ readOnlyRootFilesystem: true }) },
  },
  {
    says: 'that nobody gets more privileges',
    policy: { privileged: false, allowPrivilegeEscalation: false },
    pod: {},
    shows: { spec: settings({ allowPrivilegeEscalation: false }) },
  },
  {
    says: 'what it says of privileges',
    policy: { privileged: false, defaultAllowPrivilegeEscalation: false },
    pod: {},
    shows: { spec: settings({ allowPrivilegeEscalation: false }) },
  },
  {
    says: 'an AppArmor profile',
    policy: {},
    ofPolicy: { 'apparmor.security.beta.kubernetes.io/defaultProfileName': 'runtime/default' },
    pod: {},
    shows: { metadata: { annotations: { [appArmor]: 'runtime/default' } } },
  },
  {
    says: 'a seccomp profile',
    policy: {},
    ofPolicy: {
      [`${seccomp}/defaultProfileName`]: 'runtime/default',
      [`${seccomp}/allowedProfileNames`]: 'runtime/default',
    },
    pod: {},
    shows: {
      metadata: { annotations: { [`${seccomp}/pod`]: 'runtime/default' } },
      spec: { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } },
    },
  },
];

const rule = (verbs: string[], group: string, resource: string, ...names: string[]): object => ({
  verbs,
  apiGroups: [group],
  resources: [resource],
  ...(names.length > 0 && { resourceNames: names }),
});
const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'maker' };

/** A namespace in which somebody may make pods, and use these policies. */
async function namespaceWith(
  name: string,
  usable: string[],
  who: object = subject,
  group = 'policy',
): Promise<void> {
  const { client } = server;
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${name}`;
  const bind = async (role: string, rules: object[], to: object): Promise<void> => {
    await done(client.post(`${rbac}/roles`, { metadata: { name: role }, rules }));
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role };
    await done(client.post(`${rbac}/rolebindings`, { metadata: { name: role }, roleRef, subjects: [to] }));
  };
  await done(client.post('/api/v1/namespaces', { metadata: { name } }));
  await bind('maker', [rule(['*'], '', 'pods')], subject);
  if (usable.length > 0) await bind('user', [rule(['use'], group, 'podsecuritypolicies', ...usable)], who);
}

const make = (name: string, spec: object, annotations: Record<string, string> = {}) =>
  server.client.post(policies, { metadata: { name, annotations }, spec: policySpec(spec) });

const create = (namespace: string, spec: object = {}, annotations: Record<string, string> = {}) =>
  user.post(pods(namespace), podWith('p', spec, { annotations }));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'psp-audit-'));
  const policy = join(directory, 'policy.yaml');
  writeFileSync(
    policy,
    JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }),
  );
  server = await serverWith({
    on: ['PodSecurityPolicy'],
    off: ['ServiceAccount', 'RuntimeClass'],
    mode: 'RBAC',
    users: ['maker-token,maker,7'],
    flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${join(directory, 'audit.log')}`],
  });
  user = server.connect({ token: 'maker-token' });
});
afterAll(async () => {
  user?.close();
  await server?.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe('PodSecurityPolicy', () => {
  it('refuses all pods when there is no policy', async () => {
    await namespaceWith('none', []);
    expectAnswer(await create('none'), {
      status: 403,
      message: 'pods "p" is forbidden: PodSecurityPolicy: no providers available to validate pod request',
    });
  });

  it('refuses pods of those who may use none, and tells them nothing', async () => {
    await done(make('a-refusing', { hostNetwork: false }));
    expectAnswer(await create('none', { hostNetwork: true }), {
      status: 403,
      message: 'pods "p" is forbidden: PodSecurityPolicy: unable to admit pod: []',
    });
  });

  it.each(refusals.map((one, index) => [one.says, one, index] as const))(
    'refuses %s',
    async (_, { policy, ofPolicy, pod, annotations, errors }, index) => {
      const name = `refuses-${index}`;
      const ofAny = { [`${seccomp}/allowedProfileNames`]: '*' };
      await done(make(name, policy, ofPolicy ?? ofAny));
      await namespaceWith(name, [name]);
      expectAnswer(await create(name, pod, annotations), {
        status: 403,
        message: `pods "p" is forbidden: PodSecurityPolicy: unable to admit pod: [${errors.join(' ')}]`,
      });
    },
  );

  it.each(filled.map((one, index) => [one.says, one, index] as const))(
    'fills in %s',
    async (_, { policy, ofPolicy, pod, shows }, index) => {
      const name = `fills-${index}`;
      await done(make(name, policy, ofPolicy));
      await namespaceWith(name, [name]);
      const answer = await create(name, pod);
      expectAnswer(answer, { status: 201, shows });
      expect(answer.body.metadata.annotations['kubernetes.io/psp']).toBe(name);
    },
  );

  it('takes a policy that changes nothing before one that does, and else the first by name', async () => {
    await done(make('b-changing', { fsGroup: range('MustRunAs', 1, 2) }));
    await done(make('c-changing', { fsGroup: range('MustRunAs', 3, 4) }));
    await done(make('d-plain', {}));
    await namespaceWith('order', ['d-plain', 'c-changing', 'b-changing']);
    await namespaceWith('changing', ['c-changing', 'b-changing']);
    const plain = await create('order');
    expectAnswer(plain, {
      status: 201,
      shows: { metadata: { annotations: { 'kubernetes.io/psp': 'd-plain' } } },
    });
    expect(plain.body.spec.securityContext.fsGroup).toBeUndefined();
    expectAnswer(await create('changing'), {
      status: 201,
      shows: {
        metadata: { annotations: { 'kubernetes.io/psp': 'b-changing' } },
        spec: { securityContext: { fsGroup: 1 } },
      },
    });
  });

  it('lets the service account of the pod use a policy', async () => {
    const account = { kind: 'ServiceAccount', namespace: 'account', name: 'builder' };
    await namespaceWith('account', ['d-plain'], account);
    expectAnswer(await create('account', { serviceAccountName: 'other' }), {
      status: 403,
      message: 'pods "p" is forbidden: PodSecurityPolicy: unable to admit pod: []',
    });
    expectAnswer(await create('account', { serviceAccountName: 'builder' }), { status: 201 });
  });

  it('takes the permission of the group in which policies were before', async () => {
    await namespaceWith('before', ['d-plain'], subject, 'extensions');
    expectAnswer(await create('before'), { status: 201 });
  });

  it('looks at updates, which it does not change', async () => {
    await namespaceWith('updates', ['b-changing']);
    expectAnswer(await create('updates'), { status: 201 });
    const patch = (body: object) =>
      user.send('PATCH', `${pods('updates')}/p`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body,
      });
    expectAnswer(await patch({ metadata: { labels: { a: 'b' } } }), { status: 200 });
    await done(
      server.client.delete('/apis/rbac.authorization.k8s.io/v1/namespaces/updates/rolebindings/user'),
    );
    expectAnswer(await patch({ metadata: { labels: { a: 'c' } } }), {
      status: 403,
      message: /^pods "p" is forbidden: PodSecurityPolicy: unable to validate pod: \[/,
    });
    expectAnswer(await patch({ metadata: { finalizers: ['example.com/a'] } }), { status: 200 });
  });

  it('says in the audit log which policy it was', async () => {
    await namespaceWith('audited', ['d-plain']);
    await done(create('audited'));
    const events = (): any[] =>
      readFileSync(join(directory, 'audit.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"audited"') && line.includes('"pods"'))
        .map((line) => JSON.parse(line));
    for (let tries = 0; tries < 100 && events().every(({ stage }) => stage !== 'ResponseComplete'); tries++)
      await sleep(50);
    const complete = events().find(({ stage, verb }) => stage === 'ResponseComplete' && verb === 'create');
    expect(complete.annotations).toMatchObject({
      'podsecuritypolicy.policy.k8s.io/admit-policy': 'd-plain',
      'podsecuritypolicy.policy.k8s.io/validate-policy': 'd-plain',
    });
  });
});
