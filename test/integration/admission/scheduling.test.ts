import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  done,
  expectAnswer,
  forbiddenPod,
  podWith,
  type Sentence,
  serverWith,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
const pods = '/api/v1/namespaces/default/pods';
const priorityClasses = '/apis/scheduling.k8s.io/v1/priorityclasses';
const runtimeClasses = '/apis/node.k8s.io/v1/runtimeclasses';
const create = (name: string, spec: object = {}) => server.client.post(pods, podWith(name, spec));
const taint = (what: string, tolerationSeconds = 300) => ({
  key: `node.kubernetes.io/${what}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds,
});

beforeAll(async () => {
  server = await serverWith({ flags: ['--default-unreachable-toleration-seconds=60'] });
});
afterAll(() => server?.remove());

const ofPriority: Sentence[] = [
  [
    'a pod without a class has the priority 0 where no class is the default',
    () => create('none'),
    {
      status: 201,
      shows: { spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority' } },
      exactly: { 'spec.priorityClassName': undefined },
    },
  ],
  [
    'a class that the server made is there',
    () => create('critical', { priorityClassName: 'system-node-critical' }),
    { status: 201, shows: { spec: { priority: 2000001000 } } },
  ],
  [
    'a class that is missing is refused',
    () => create('p', { priorityClassName: 'nothing' }),
    forbiddenPod('p', 'no PriorityClass with name nothing was found'),
  ],
  [
    'a pod of a class has its number and its policy',
    async () => {
      const important = { metadata: { name: 'important' }, value: 1000, preemptionPolicy: 'Never' };
      await done(server.client.post(priorityClasses, important));
      return create('important', { priorityClassName: 'important' });
    },
    { status: 201, shows: { spec: { priority: 1000, preemptionPolicy: 'Never' } } },
  ],
  [
    'the same number may be given',
    () => create('important2', { priorityClassName: 'important', priority: 1000 }),
    { status: 201 },
  ],
  [
    'another one may not',
    () => create('p', { priorityClassName: 'important', priority: 7 }),
    forbiddenPod(
      'p',
      'the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
    ),
  ],
  [
    'nor another policy',
    () => create('p', { priorityClassName: 'important', preemptionPolicy: 'PreemptLowerPriority' }),
    forbiddenPod(
      'p',
      'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    ),
  ],
  [
    'an update that leaves them out keeps them',
    async () => {
      const { body } = await server.client.get(`${pods}/important`);
      const { priority: _priority, preemptionPolicy: _policy, ...spec } = body.spec;
      return server.client.put(`${pods}/important`, { ...body, spec });
    },
    { status: 200, shows: { spec: { priority: 1000, preemptionPolicy: 'Never' } } },
  ],
  [
    'a class may be the default',
    () =>
      server.client.post(priorityClasses, { metadata: { name: 'usual' }, value: 10, globalDefault: true }),
    { status: 201 },
  ],
  [
    'pods without a class are of that one then',
    () => create('usual'),
    { status: 201, shows: { spec: { priority: 10, priorityClassName: 'usual' } } },
  ],
  [
    'a second default is refused',
    () => server.client.post(priorityClasses, { metadata: { name: 'b' }, value: 1, globalDefault: true }),
    {
      status: 403,
      message:
        'priorityclasses.scheduling.k8s.io "b" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
    },
  ],
  [
    'also as an update',
    async () => {
      const { body } = await server.client.get(`${priorityClasses}/important`);
      return server.client.put(`${priorityClasses}/important`, { ...body, globalDefault: true });
    },
    {
      status: 403,
      message:
        'priorityclasses.scheduling.k8s.io "important" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
    },
  ],
  [
    'of the default itself everything else can change',
    async () => {
      const { body } = await server.client.get(`${priorityClasses}/usual`);
      return server.client.put(`${priorityClasses}/usual`, { ...body, description: 'for most' });
    },
    { status: 200 },
  ],
  [
    'when it is gone, there is none again',
    async () => {
      await done(server.client.delete(`${priorityClasses}/usual`));
      return create('none2');
    },
    { status: 201, shows: { spec: { priority: 0 } } },
  ],
];

const toleration = { key: 'sandbox', operator: 'Exists', effect: 'NoSchedule' };
const ofRuntimeClass: Sentence[] = [
  [
    'a class that is missing is refused',
    () => create('p', { runtimeClassName: 'nothing' }),
    forbiddenPod('p', 'pod rejected: RuntimeClass "nothing" not found'),
  ],
  [
    'what the sandbox costs, and where it runs, goes into the pod',
    async () => {
      const sandbox = {
        metadata: { name: 'sandbox' },
        handler: 'box',
        overhead: { podFixed: { cpu: '250m', memory: '64Mi' } },
        scheduling: { nodeSelector: { box: 'yes' }, tolerations: [toleration] },
      };
      await done(server.client.post(runtimeClasses, sandbox));
      return create('boxed', { runtimeClassName: 'sandbox', nodeSelector: { disk: 'fast' } });
    },
    {
      status: 201,
      exactly: {
        'spec.overhead': { cpu: '250m', memory: '64Mi' },
        'spec.nodeSelector': { box: 'yes', disk: 'fast' },
        'spec.tolerations': [taint('not-ready'), taint('unreachable', 60), toleration],
      },
    },
  ],
  [
    'the pod may say the same itself, however it writes it',
    () => create('boxed2', { runtimeClassName: 'sandbox', overhead: { cpu: '0.25', memory: '65536Ki' } }),
    { status: 201 },
  ],
  [
    'but not that it costs less',
    () => create('p', { runtimeClassName: 'sandbox', overhead: { cpu: '1m', memory: '64Mi' } }),
    forbiddenPod('p', "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"),
  ],
  [
    'nor that it runs elsewhere',
    () => create('p', { runtimeClassName: 'sandbox', nodeSelector: { box: 'no' } }),
    forbiddenPod(
      'p',
      'conflict: runtimeClass.scheduling.nodeSelector[box] = yes; pod.spec.nodeSelector[box] = no',
    ),
  ],
  [
    'without a class nothing costs anything',
    () => create('p', { overhead: { cpu: '1m' } }),
    forbiddenPod('p', 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'),
  ],
];

const tolerations = (name: string, given: object[]) => () => create(name, { tolerations: given });
const ofTolerations: Sentence[] = [
  [
    'pods stay on a node in trouble for as long as the flags say',
    () => create('stays'),
    { status: 201, exactly: { 'spec.tolerations': [taint('not-ready'), taint('unreachable', 60)] } },
  ],
  [
    'a pod that says something about one of the taints gets the other',
    tolerations('says', [taint('not-ready', 5)]),
    { status: 201, exactly: { 'spec.tolerations': [taint('not-ready', 5), taint('unreachable', 60)] } },
  ],
  [
    'one for all effects concerns it',
    tolerations('effects', [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists' }]),
    {
      status: 201,
      exactly: {
        'spec.tolerations': [
          { key: 'node.kubernetes.io/unreachable', operator: 'Exists' },
          taint('not-ready'),
        ],
      },
    },
  ],
  [
    'one for all taints concerns both',
    tolerations('everything', [{ operator: 'Exists' }]),
    { status: 201, exactly: { 'spec.tolerations': [{ operator: 'Exists' }] } },
  ],
  [
    'one for another effect does not',
    tolerations('schedule', [{ operator: 'Exists', effect: 'NoSchedule' }]),
    {
      status: 201,
      exactly: {
        'spec.tolerations': [
          { operator: 'Exists', effect: 'NoSchedule' },
          taint('not-ready'),
          taint('unreachable', 60),
        ],
      },
    },
  ],
];

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
const ofTaints: Sentence[] = [
  [
    'a new node is not ready',
    () => server.client.post('/api/v1/nodes', { metadata: { name: 'a' } }),
    { status: 201, exactly: { 'spec.taints': [notReady] } },
  ],
  [
    'other taints stay',
    () =>
      server.client.post('/api/v1/nodes', {
        metadata: { name: 'b' },
        spec: { taints: [{ key: 'x', effect: 'NoExecute' }] },
      }),
    { status: 201, exactly: { 'spec.taints': [{ key: 'x', effect: 'NoExecute' }, notReady] } },
  ],
  [
    'it is told once',
    () => server.client.post('/api/v1/nodes', { metadata: { name: 'c' }, spec: { taints: [notReady] } }),
    { status: 201, exactly: { 'spec.taints': [notReady] } },
  ],
  [
    'an update can take it away',
    async () => {
      const { body } = await server.client.get('/api/v1/nodes/a');
      return server.client.put('/api/v1/nodes/a', { ...body, spec: {} });
    },
    { status: 200, exactly: { 'spec.taints': undefined } },
  ],
];

describe.each([
  ['Priority', ofPriority],
  ['RuntimeClass', ofRuntimeClass],
  ['DefaultTolerationSeconds', ofTolerations],
  ['TaintNodesByCondition', ofTaints],
])('%s, on by default', (_plugin, rows) => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
