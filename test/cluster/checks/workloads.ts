import { become, expectSame, expectThat } from '../api.ts';
import { type Check, type Here, podTemplate, web } from '../here.ts';
import { images } from '../images.ts';
import { nodeNames } from '../places.ts';

const imagesOf = (pods: readonly any[]): string[] => [
  ...new Set(pods.map(({ spec }) => spec.containers[0].image)),
];

export const workloadChecks: readonly Check[] = [
  {
    name: 'a CronJob makes a Job each minute, and its Job ends',
    run: async (here) => {
      const template = podTemplate({ script: 'echo done', spec: { restartPolicy: 'OnFailure' } });
      const jobTemplate = { spec: { template } };
      await here.create('cronjobs', {
        metadata: { name: 'each' },
        spec: { schedule: '* * * * *', jobTemplate },
      });
      const look = async () => {
        const jobs = await here.list('jobs');
        return jobs.some(({ status }) => status.succeeded === 1) || jobs.map(({ status }) => status);
      };
      await become('a Job of it has succeeded', look, 100);
      expectThat(
        (await here.get('cronjobs', 'each')).status.lastScheduleTime !== undefined,
        'no lastScheduleTime',
      );
      await here.merge('cronjobs', 'each', { spec: { suspend: true } });
      await here.delete('cronjobs', 'each', { propagationPolicy: 'Background' });
      await become('its Jobs are gone', async () => (await here.list('jobs')).length === 0);
    },
  },
  {
    name: 'a Deployment rolls to a new image while its Service answers, and back',
    run: async (here) => {
      await here.webDeployment('roll', 3);
      await here.merge('deployments', 'roll', {
        spec: { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }, minReadySeconds: 1 },
      });
      await here.ask('set', 'image', 'deployment/roll', `main=${images.newTools}`, '--record');
      const text = await here.ask('rollout', 'status', 'deployment/roll', '--timeout=100s');
      expectThat(text.includes('successfully rolled out'), text);
      expectSame(imagesOf(await here.pods('app=roll', 3)), [images.newTools], 'images');
      const sets = await here.list('replicasets', 'app=roll');
      expectSame(sets.map(({ spec }) => spec.replicas).sort(), [0, 3], 'ReplicaSets');
      await here.ask('rollout', 'undo', 'deployment/roll');
      await here.ask('rollout', 'status', 'deployment/roll', '--timeout=100s');
      expectSame(imagesOf(await here.pods('app=roll', 3)), [images.tools], 'images after undo');
      const history = await here.ask('rollout', 'history', 'deployment/roll');
      expectThat(/^3\s/m.test(history) && !/^1\s/m.test(history), history);
    },
  },
  {
    name: 'a Deployment that cannot start its new pods keeps the old ones and says so',
    run: async (here) => {
      await here.webDeployment('stuck', 2);
      await here.merge('deployments', 'stuck', { spec: { progressDeadlineSeconds: 8 } });
      await here.ask('set', 'image', 'deployment/stuck', 'main=cluster.test/none:1');
      const look = async () => {
        const { conditions } = (await here.get('deployments', 'stuck')).status;
        return conditions.some((one: any) => one.reason === 'ProgressDeadlineExceeded') || conditions;
      };
      await become('the deadline is reported', look);
      const { availableReplicas } = (await here.get('deployments', 'stuck')).status;
      expectThat(availableReplicas >= 1, `${availableReplicas} are available`);
      const pulls = async () => {
        const pods = await here.list('pods', 'app=stuck');
        const reasons = pods.map(({ status }) => status.containerStatuses?.[0]?.state.waiting?.reason);
        return reasons.some((one) => /ErrImagePull|ImagePullBackOff/.test(one)) || reasons;
      };
      await become('the image is looked for', pulls);
    },
  },
  {
    name: 'a Job runs its completions, so many at a time; one that fails is tried again and given up',
    run: async (here) => {
      const spec = { restartPolicy: 'Never' };
      await here.create('jobs', {
        metadata: { name: 'whole' },
        spec: { completions: 4, parallelism: 2, template: podTemplate({ script: 'sleep 1', spec }) },
      });
      await here.create('jobs', {
        metadata: { name: 'broken' },
        spec: { backoffLimit: 1, template: podTemplate({ script: 'exit 3', spec }) },
      });
      await here.ask('wait', 'job/whole', '--for=condition=complete', '--timeout=90s');
      await here.ask('wait', 'job/broken', '--for=condition=failed', '--timeout=90s');
      expectSame((await here.get('jobs', 'whole')).status.succeeded, 4, 'succeeded');
      const [failed] = await here.list('pods', 'job-name=broken');
      expectSame(failed.status.containerStatuses[0].state.terminated.exitCode, 3, 'exit code');
    },
  },
  {
    name: 'a DaemonSet has a pod on each node, and rolls node by node',
    run: async (here) => {
      const labels = { app: 'each' };
      await here.create('daemonsets', {
        metadata: { name: 'each' },
        spec: { selector: { matchLabels: labels }, template: podTemplate({ labels }) },
      });
      const pods = await here.pods('app=each', 2);
      expectSame(pods.map(({ spec }) => spec.nodeName).sort(), [...nodeNames], 'nodes');
      await here.ask('set', 'image', 'daemonset/each', `main=${images.newTools}`);
      await here.ask('rollout', 'status', 'daemonset/each', '--timeout=90s');
      expectSame(imagesOf(await here.pods('app=each', 2)), [images.newTools], 'images');
    },
  },
  {
    name: 'a StatefulSet starts in order, keeps names and rolls from the last, down to its partition',
    run: statefulSet,
  },
  {
    name: 'what a ReplicaSet loses it makes anew, and what is too many it removes',
    run: async (here) => {
      await here.webDeployment('scaled', 2);
      const [first] = await here.list('pods', 'app=scaled');
      await here.delete('pods', first.metadata.name);
      await here.gone('pods', first.metadata.name);
      await here.pods('app=scaled', 2);
      await here.ask('scale', 'deployment/scaled', '--replicas=4');
      await here.pods('app=scaled', 4);
      await here.ask('scale', 'deployment/scaled', '--replicas=1');
      await here.pods('app=scaled', 1);
    },
  },
  {
    name: 'a quota refuses a pod too many, and limits have defaults',
    run: async (here) => {
      await here.create('limitranges', {
        metadata: { name: 'limits' },
        spec: {
          limits: [{ type: 'Container', default: { memory: '32Mi' }, defaultRequest: { memory: '16Mi' } }],
        },
      });
      await here.create('resourcequotas', { metadata: { name: 'quota' }, spec: { hard: { pods: '1' } } });
      await become(
        'the quota is counted',
        async () => (await here.get('resourcequotas', 'quota')).status.hard !== undefined,
      );
      const { spec } = await here.pod('one');
      expectSame(spec.containers[0].resources.limits.memory, '32Mi', 'limit');
      const refusal = await here.makePod('two').then(
        () => 'accepted',
        (error: Error) => error.message,
      );
      expectThat(refusal.includes('exceeded quota: quota, requested: pods=1, used: pods=1'), refusal);
      await here.delete('pods', 'one');
      await here.gone('pods', 'one');
      await become('a place is free again', async () => (await here.makePod('two')).metadata.name === 'two');
    },
  },
];

async function statefulSet(here: Here): Promise<void> {
  const labels = { app: 'ordered' };
  await here.service('ordered', { clusterIP: 'None', selector: labels });
  await here.create('statefulsets', {
    metadata: { name: 'ordered' },
    spec: {
      replicas: 2,
      serviceName: 'ordered',
      selector: { matchLabels: labels },
      updateStrategy: { rollingUpdate: { partition: 1 } },
      template: podTemplate({
        labels,
        script: web,
        container: { readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 } },
      }),
    },
  });
  const [zero, one] = (await here.pods('app=ordered', 2)).sort((a, b) =>
    a.metadata.name < b.metadata.name ? -1 : 1,
  );
  expectSame(
    [zero, one].map(({ metadata }) => metadata.name),
    ['ordered-0', 'ordered-1'],
    'names',
  );
  const readyAt = zero.status.conditions.find(({ type }: any) => type === 'Ready').lastTransitionTime;
  expectThat(one.metadata.creationTimestamp >= readyAt, 'the second was made before the first was ready');
  await here.ask('set', 'image', 'statefulset/ordered', `main=${images.newTools}`);
  const look = async () => {
    const found = await Promise.all(['ordered-0', 'ordered-1'].map((name) => here.find('pods', name)));
    const used = found.map((pod) => pod?.spec.containers[0].image);
    return JSON.stringify(used) === JSON.stringify([images.tools, images.newTools]) || used;
  };
  await become('the last one alone is new', look);
  const after = await here.pods('app=ordered', 2);
  const uids = new Map(after.map(({ metadata }) => [metadata.name, metadata.uid]));
  expectSame(uids.get('ordered-0'), zero.metadata.uid, 'the first is the same pod');
  expectThat(uids.get('ordered-1') !== one.metadata.uid, 'the last is the same pod');
}
