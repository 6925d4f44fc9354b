import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { dropFromMessage, fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { container, dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  CoreV1Pod,
  CoreV1PodSpec,
  CoreV1PodStatus,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
import { pod } from './index.ts';

const rules = pod({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(testedRelease) });

const make = (
  spec: Partial<CoreV1PodSpec> = {},
  metadata: Partial<MetaV1ObjectMeta> = {},
  status: CoreV1PodStatus = {},
): CoreV1Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', creationTimestamp: null, ...metadata },
  spec: podSpec({ enableServiceLinks: true, ...spec }),
  status,
});

describe('defaults', () => {
  test('a container asks for what it is limited to', () => {
    const resources = () => ({ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } });
    const object = make({
      containers: [
        container({ resources: resources() }),
        container({ resources: { limits: { cpu: '1n' } } }),
      ],
      initContainers: [container({ resources: resources() })],
      enableServiceLinks: undefined,
    });
    rules.applyDefaults?.(fillMessage('core.v1.Pod', object));
    expect(object.spec.containers?.map(({ resources }) => resources.requests)).toEqual([
      { cpu: '500m', memory: '1Gi' },
      { cpu: '1m' },
    ]);
    expect(object.spec.initContainers?.[0]?.resources.requests).toEqual({ cpu: '500m', memory: '1Gi' });
    expect(object.spec.enableServiceLinks).toBe(true);
  });

  test.each<[CoreV1PodStatus, CoreV1PodStatus]>([
    [{ podIP: '1.1.1.1' }, { podIP: '1.1.1.1', podIPs: [{ ip: '1.1.1.1' }] }],
    [
      { podIPs: [{ ip: '1.1.1.1' }, { ip: '::1' }] },
      { podIP: '1.1.1.1', podIPs: [{ ip: '1.1.1.1' }, { ip: '::1' }] },
    ],
    [
      { podIP: '2.2.2.2', podIPs: [{ ip: '1.1.1.1' }] },
      { podIP: '2.2.2.2', podIPs: [{ ip: '2.2.2.2' }] },
    ],
    [{}, {}],
  ])('addresses mirror each other: %j', (status, expected) => {
    const object = make({}, {}, status);
    rules.applyDefaults?.(fillMessage('core.v1.Pod', object));
    expect(object.status).toEqual(expected);
  });

  test('annotations of old init containers are dropped', () => {
    const object = make({}, { annotations: { 'pod.alpha.kubernetes.io/init-containers': '[]', a: 'b' } });
    rules.applyDefaults?.(fillMessage('core.v1.Pod', object));
    expect(object.metadata.annotations).toEqual({ a: 'b' });
  });
});

describe('create', () => {
  test('a pod starts pending, in the class of its resources', () => {
    const object = make({}, {}, { phase: 'Running', message: 'x' });
    rules.prepareForCreate?.(object);
    expect(object.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  });

  test('disabled fields are dropped and seccomp is said twice', () => {
    const object = make({
      containers: [container({ livenessProbe: { terminationGracePeriodSeconds: 1 } })],
      securityContext: { seccompProfile: { type: 'Unconfined' } },
    });
    rules.prepareForCreate?.(dropFromMessage('core.v1.Pod', object));
    expect(object.spec.containers![0]!.livenessProbe).toEqual({});
    expect(object.metadata.annotations).toEqual({ 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' });
  });

  const token = {
    name: 't',
    projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }] },
  };
  const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';

  test.each<[CoreV1Pod, ...string[]]>([
    [make()],
    [
      make({ ephemeralContainers: [container({ name: 'd' })] }),
      'spec.ephemeralContainers: Forbidden: cannot be set on create',
    ],
    [make({ volumes: [token], serviceAccountName: 'a' })],
    [
      make({ volumes: [token] }),
      'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
    ],
    [
      make({
        containers: [container({ image: 'a ' })],
        initContainers: [container({ name: 'i', image: '\ta' })],
      }),
      'spec.containers[0].image: Invalid value: "a ": must not have leading or trailing whitespace',
      'spec.initContainers[0].image: Invalid value: "\\ta": must not have leading or trailing whitespace',
    ],
    [
      make({}, { annotations: { 'kubernetes.io/config.mirror': '' } }),
      'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "": must set spec.nodeName if mirror pod annotation is set',
    ],
    [
      make(
        { securityContext: { seccompProfile: { type: 'Unconfined' } } },
        { annotations: { [seccomp]: 'docker/default' } },
      ),
      'spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match',
    ],
  ])('%#', (object, ...expected) => {
    expect(texts(rules.validateCreate!(object))).toEqual(expected);
  });

  test('privileged containers, when they are not allowed', () => {
    const strict = pod({
      dialect,
      clock: { now: () => 0 },
      gates: new FeatureGates(testedRelease),
      allowPrivileged: false,
    });
    const object = make({ containers: [container({ securityContext: { privileged: true } })] });
    expect(rules.validateCreate!(object)).toEqual([]);
    expect(strict.validateCreate!(object)).toHaveLength(1);
  });
});

describe('update', () => {
  const text =
    'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n';
  const toleration = { key: 'a', operator: 'Exists' };
  const timed = { ...toleration, effect: 'NoExecute', tolerationSeconds: 1 };
  const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } };
  const armored = (profile: string) => ({
    annotations: { 'container.apparmor.security.beta.kubernetes.io/app': profile },
  });

  test.each<[string, CoreV1Pod, CoreV1Pod, ...string[]]>([
    ['nothing', make(), make()],
    ['an image', make({ containers: [container({ image: 'a' })] }), make()],
    [
      'the image of an init container',
      make({ initContainers: [container({ name: 'i', image: 'a' })] }),
      make({ initContainers: [container({ name: 'i' })] }),
    ],
    [
      'an image to nothing',
      make({ containers: [container({ image: undefined })] }),
      make(),
      'spec.containers[0].image: Required value',
      'spec.containers[0].image: Required value',
    ],
    [
      'the number of containers',
      make({ containers: [container(), container({ name: 'b' })] }),
      make({ nodeName: 'n' }),
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ],
    ['a deadline that was not', make({ activeDeadlineSeconds: 5 }), make()],
    ['a deadline that comes closer', make({ activeDeadlineSeconds: 5 }), make({ activeDeadlineSeconds: 6 })],
    [
      'a later deadline',
      make({ activeDeadlineSeconds: 7 }),
      make({ activeDeadlineSeconds: 6 }),
      'spec.activeDeadlineSeconds: Invalid value: 7: must be less than or equal to previous value',
    ],
    [
      'a negative deadline',
      make({ activeDeadlineSeconds: -1 }),
      make(),
      'spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647, inclusive',
      'spec.activeDeadlineSeconds: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
    [
      'no deadline any more',
      make(),
      make({ activeDeadlineSeconds: 6 }),
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    ],
    ['one more toleration', make({ tolerations: [toleration, timed] }), make({ tolerations: [toleration] })],
    [
      'the seconds of a toleration',
      make({ tolerations: [{ ...timed, tolerationSeconds: 5 }] }),
      make({ tolerations: [timed] }),
    ],
    [
      'one toleration less',
      make(),
      make({ tolerations: [toleration] }),
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ],
    [
      'grace that was negative',
      make({ terminationGracePeriodSeconds: 1 }),
      make({ terminationGracePeriodSeconds: -1 }),
    ],
    [
      'grace',
      make({ terminationGracePeriodSeconds: 1 }),
      make(),
      `${text}-terminationGracePeriodSeconds: 30\n+terminationGracePeriodSeconds: 1`,
    ],
    ['the node', make({ nodeName: 'n' }), make(), `${text}-nodeName: null\n+nodeName: "n"`],
    [
      'a mirror annotation taken away',
      make({ nodeName: 'n' }),
      make({ nodeName: 'n' }, mirror),
      'metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not remove or update mirror pod annotation',
    ],
    [
      'a mirror annotation added',
      make({ nodeName: 'n' }, mirror),
      make({ nodeName: 'n' }),
      'metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod annotation',
    ],
    [
      'an AppArmor annotation',
      make({}, armored('unconfined')),
      make({}, armored('runtime/default')),
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/app]: Forbidden: may not remove or update AppArmor annotations',
    ],
    [
      'a new AppArmor annotation',
      make({}, armored('unconfined')),
      make(),
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/app]: Forbidden: may not add AppArmor annotations',
    ],
  ])('of %s', (_, object, old, ...expected) => {
    expect(texts(rules.validateUpdate!(object, old))).toEqual(expected);
  });

  test('keeps the status and the fields that are in use', () => {
    const old = make({ os: { name: 'linux' } }, {}, { phase: 'Running' });
    const object = make({ os: { name: 'linux' } }, {}, { phase: 'Failed' });
    rules.prepareForUpdate?.(object, old);
    expect(object).toEqual(old);
  });
});

describe('status', () => {
  const ended = (exitCode: number) => ({
    name: 'app',
    state: { terminated: { exitCode, startedAt: null, finishedAt: null } },
    lastState: {},
    ready: false,
    restartCount: 0,
    image: '',
    imageID: '',
  });
  const runs = { ...ended(0), state: { running: { startedAt: null } } };
  const transition = (list: string) =>
    `status.${list}[0].state: Forbidden: may not be transitioned to non-terminated state`;
  const update = (status: CoreV1PodStatus, old: CoreV1PodStatus = {}, restartPolicy = 'Always') =>
    texts(
      rules.status!.validateUpdate!(make({ restartPolicy }, {}, status), make({ restartPolicy }, {}, old)),
    );

  test('keeps spec and owners', () => {
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' };
    const old = make({ nodeName: 'n' }, { ownerReferences: [owner] });
    const object = make({}, { labels: { a: 'b' } }, { phase: 'Running' });
    rules.status?.prepareForUpdate?.(object, old);
    expect(object.spec).toEqual(old.spec);
    expect(object.metadata).toMatchObject({ ownerReferences: [owner], labels: { a: 'b' } });
    rules.status?.prepareForUpdate?.(object, make());
    expect(object.metadata.ownerReferences).toBeUndefined();
  });

  test.each<[string, CoreV1PodStatus, CoreV1PodStatus, ...string[]]>([
    [
      'Never',
      { containerStatuses: [runs] },
      { containerStatuses: [ended(1)] },
      transition('containerStatuses'),
    ],
    [
      'Never',
      { initContainerStatuses: [runs] },
      { initContainerStatuses: [ended(0)] },
      transition('initContainerStatuses'),
    ],
    [
      'OnFailure',
      { containerStatuses: [runs] },
      { containerStatuses: [ended(0)] },
      transition('containerStatuses'),
    ],
    ['OnFailure', { containerStatuses: [runs] }, { containerStatuses: [ended(1)] }],
    ['Always', { containerStatuses: [runs] }, { containerStatuses: [ended(0)] }],
  ])('a container that has ended for good: %s %#', (policy, status, old, ...expected) => {
    expect(update(status, old, policy)).toEqual(expected);
  });

  const ips = (...list: string[]) => ({ podIPs: list.map((ip) => ({ ip })) });
  const family = 'may specify no more than one IP for each IP family';

  test.each<[string[], ...string[]]>([
    [['1.1.1.1', '::1']],
    [['x'], 'status.podIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7)'],
    [
      ['1.1.1.1', '1.1.1.1'],
      `status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"1.1.1.1"}, core.PodIP{IP:"1.1.1.1"}}: ${family}`,
      'status.podIPs[1]: Duplicate value: core.PodIP{IP:"1.1.1.1"}',
    ],
    [
      ['1.1.1.1', '::1', '::2'],
      `status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"1.1.1.1"}, core.PodIP{IP:"::1"}, core.PodIP{IP:"::2"}}: ${family}`,
    ],
  ])('addresses %j', (list, ...expected) => {
    expect(update(ips(...list))).toEqual(expected);
  });

  test('conditions and the nominated node have names', () => {
    const condition = (type: string) => ({
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: null,
    });
    const conditions = [condition('Ready'), condition('example.com/a'), condition('a b')];
    expect(update({ conditions, nominatedNodeName: 'A' })).toEqual([
      expect.stringMatching(/^metadata\.conditions\[2\]\.Type: Invalid value: "a b": name part must consist/),
      expect.stringMatching(/^status\.nominatedNodeName: Invalid value: "A": a lowercase RFC 1123 subdomain/),
    ]);
    expect(update({ nominatedNodeName: 'A' }, { nominatedNodeName: 'A' })).toEqual([]);
  });
});

describe('deletion', () => {
  const grace = rules.deletion!.gracePeriodSeconds!;
  const running = (terminationGracePeriodSeconds?: number) =>
    make({ nodeName: 'n', terminationGracePeriodSeconds }, {}, { phase: 'Running' });

  test.each<[CoreV1Pod, number | undefined, number]>([
    [running(30), undefined, 30],
    [running(30), 5, 5],
    [running(30), 0, 0],
    [running(), undefined, 0],
    [running(-5), undefined, 1],
    [running(30), -5, 1],
    [make(), 5, 0],
    [make({ nodeName: 'n' }, {}, { phase: 'Succeeded' }), 5, 0],
    [make({ nodeName: 'n' }, {}, { phase: 'Failed' }), undefined, 0],
  ])('%# takes its time', (object, wanted, expected) => {
    expect(grace(object, wanted)).toBe(expected);
  });
});

test('every selectable field has a value', () => {
  const fields = rules.selectableFields!;
  const object = make({ nodeName: 'n' }, {}, { phase: 'Running', podIPs: [{ ip: '1.1.1.1' }] });
  expect(Object.keys(fields.of(object))).toEqual(fields.names);
  expect(fields.of(object)).toMatchObject({
    'spec.nodeName': 'n',
    'status.podIP': '1.1.1.1',
    'status.podIPs': '',
  });
});

test.each([
  ['1.27', undefined],
  ['1.28', 'false'],
])('in %s the network of the host is %s to selectors', (release, expected) => {
  const { selectableFields } = pod({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(release) });
  expect(selectableFields!.of(make())['spec.hostNetwork']).toBe(expected);
  expect(selectableFields!.names.includes('spec.hostNetwork')).toBe(expected !== undefined);
});
