import { become, expectSame, expectThat } from '../api.ts';
import { type Check, type Here, podTemplate } from '../here.ts';

const isPending = ({ status }: any): boolean => status.phase === 'Pending';
const byName = (node: string) => ({ nodeSelector: { 'test/name': node } });

export const placementChecks: readonly Check[] = [
  {
    name: 'selectors, affinity and spreading decide where a pod runs, and what fits nowhere waits',
    run: async (here) => {
      expectSame((await here.pod('chosen', { spec: byName('node-2') })).spec.nodeName, 'node-2', 'node');
      const term = {
        labelSelector: { matchLabels: { name: 'chosen' } },
        topologyKey: 'kubernetes.io/hostname',
      };
      const near = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
      const far = {
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      };
      expectSame((await here.pod('near', { spec: near })).spec.nodeName, 'node-2', 'near');
      expectSame((await here.pod('far', { spec: far })).spec.nodeName, 'node-1', 'far');
      await here.makePod('nowhere', { spec: { nodeSelector: { 'test/name': 'none' } } });
      await here.event('nowhere', 'FailedScheduling', "node(s) didn't match");
      await here.makePod('huge', { container: { resources: { requests: { cpu: '900' } } } });
      await here.event('huge', 'FailedScheduling', 'Insufficient cpu');
      expectThat(isPending(await here.get('pods', 'huge')), 'it runs');
    },
  },
  {
    name: 'a pod of more importance takes the place of others',
    isAlone: true,
    run: preemption,
  },
  {
    name: 'a taint keeps pods off, and drives out those that do not tolerate it',
    isAlone: true,
    run: async (here) => {
      await here.pod('stays', {
        spec: { ...byName('node-1'), tolerations: [{ key: 'test', operator: 'Exists' }] },
      });
      await here.pod('leaves', { spec: byName('node-1') });
      await here.pod('later', {
        spec: {
          ...byName('node-1'),
          tolerations: [{ key: 'test', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
        },
      });
      await here.ask('taint', 'node', 'node-1', 'test=1:NoExecute');
      try {
        await here.gone('pods', 'leaves', 30);
        expectThat((await here.get('pods', 'later')).metadata.name === 'later', 'it left too early');
        await here.makePod('new', { spec: byName('node-1') });
        await here.event('new', 'FailedScheduling', 'had taint');
        await here.gone('pods', 'later', 30);
        await here.ready('stays');
      } finally {
        await here.ask('taint', 'node', 'node-1', 'test-');
      }
      expectSame((await here.ready('new', 60)).spec.nodeName, 'node-1', 'node');
    },
  },
  {
    name: 'drain moves pods, one at a time where a budget says so, and uncordon lets them come back',
    isAlone: true,
    run: drain,
  },
];

async function preemption(here: Here): Promise<void> {
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
  const name = `high-${here.namespace}`;
  await here.scene.api.create(classes, { metadata: { name }, value: 1_000 });
  const { status } = await here.scene.api.get('/api/v1/nodes/node-1');
  const milli = Math.floor(Number(status.allocatable.cpu) * 1_000 * 0.6);
  const container = { resources: { requests: { cpu: `${milli}m` } } };
  await here.pod('low', { container, spec: byName('node-1') });
  await here.makePod('high', { container, spec: { ...byName('node-1'), priorityClassName: name } });
  await here.gone('pods', 'low');
  await here.ready('high');
  await here.event('low', 'Preempted');
  await here.scene.api.delete(`${classes}/${name}`);
}

async function drain(here: Here): Promise<void> {
  const labels = { app: 'guarded' };
  const term = {
    weight: 100,
    podAffinityTerm: { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
  };
  const near = { affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } } };
  const template = podTemplate({
    labels,
    container: { readinessProbe: { exec: { command: ['true'] }, initialDelaySeconds: 1, periodSeconds: 1 } },
    spec: near,
  });
  await here.create('deployments', {
    metadata: { name: 'guarded' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  });
  await here.create('poddisruptionbudgets', {
    metadata: { name: 'guarded' },
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  });
  const pods = await here.pods('app=guarded', 2);
  const node = pods[0].spec.nodeName;
  await become(
    'the budget is counted',
    async () => (await here.get('poddisruptionbudgets', 'guarded')).status.disruptionsAllowed === 1,
  );
  let fewest = 2;
  const watching = setInterval(() => {
    void here.list('pods', 'app=guarded').then(
      (found) => {
        const ready = found.filter(({ status }) =>
          status.conditions?.some((one: any) => one.type === 'Ready' && one.status === 'True'),
        );
        fewest = Math.min(fewest, ready.length);
      },
      () => {},
    );
  }, 200);
  try {
    await here.scene.kubectl.ask(
      'drain',
      node,
      '--ignore-daemonsets',
      '--delete-emptydir-data',
      '--force',
      '--timeout=90s',
    );
  } finally {
    clearInterval(watching);
    await here.ask('uncordon', node);
  }
  const after = await here.pods('app=guarded', 2);
  expectThat(
    after.every(({ spec }) => spec.nodeName !== node),
    'a pod is still there',
  );
  expectThat(fewest >= 1, 'the budget was not kept');
  expectThat(
    (await here.scene.api.get(`/api/v1/nodes/${node}`)).spec.unschedulable !== true,
    'it is still cordoned',
  );
  await here.pod('back', { spec: byName(node) });
}
