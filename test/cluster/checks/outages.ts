import { readFileSync } from 'node:fs';
import { become, expectSame, expectThat } from '../api.ts';
import { type Check, type Here, podTemplate, web } from '../here.ts';

/** A Deployment of pods that would rather run on a node. */
async function preferring(here: Here, node: string): Promise<void> {
  const labels = { app: 'moved' };
  const preference = { matchExpressions: [{ key: 'test/name', operator: 'In', values: [node] }] };
  const spec = {
    affinity: {
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference }] },
    },
  };
  const template = podTemplate({ labels, spec });
  await here.create('deployments', {
    metadata: { name: 'moved' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  });
  const pods = await here.pods('app=moved', 2);
  expectThat(
    pods.every((pod) => pod.spec.nodeName === node),
    'they run elsewhere',
  );
}

const readyOn = (here: Here, node: string, count: number): Promise<void> =>
  become(
    `${count} pods are ready on ${node}`,
    async () => {
      const found = await here.list('pods', 'app=moved');
      const there = found.filter(
        ({ spec, status }) =>
          spec.nodeName === node &&
          status.conditions?.some((one: any) => one.type === 'Ready' && one.status === 'True'),
      );
      return (
        there.length === count ||
        found.map(({ metadata, spec, status }) => [metadata.name, spec.nodeName, status.phase])
      );
    },
    90,
  );

export const outageChecks: readonly Check[] = [
  {
    name: 'a node that is cut off is found out, its pods start elsewhere, and it comes back',
    isAlone: true,
    run: async (here) => {
      await preferring(here, 'node-2');
      here.scene.setLink('node-2', 'down');
      try {
        await here.scene.nodeIs('node-2', 'Unknown');
        const taints = async () => (await here.scene.api.get('/api/v1/nodes/node-2')).spec.taints ?? [];
        const isTainted = async () => {
          const found = (await taints()).map(({ key, effect }: any) => `${key}:${effect}`).sort();
          return (
            found.join() ===
              'node.kubernetes.io/unreachable:NoExecute,node.kubernetes.io/unreachable:NoSchedule' || found
          );
        };
        await become('it is tainted', isTainted);
        await readyOn(here, 'node-1', 2);
      } finally {
        here.scene.setLink('node-2', 'up');
      }
      await here.scene.nodeIs('node-2', 'True');
      await become(
        'it has no taint',
        async () => (await here.scene.api.get('/api/v1/nodes/node-2')).spec.taints === undefined,
      );
      await here.pods('app=moved', 2);
      await here.pod('again', { spec: { nodeName: 'node-2' } });
    },
  },
  {
    name: 'a node whose agent has ended is found out though its pods go on, and comes back',
    isAlone: true,
    run: async (here) => {
      const node = here.node('node-2');
      const pod = await here.pod('alive', {
        script: web,
        spec: { nodeName: 'node-2', tolerations: [{ operator: 'Exists' }] },
      });
      await here.pod('asker', { spec: { nodeName: 'node-1' } });
      await node.process('kubelet').stop('SIGKILL');
      await here.scene.nodeIs('node-2', 'Unknown');
      const condition = async () => {
        const { status } = await here.get('pods', 'alive');
        return (
          status.conditions.some((one: any) => one.type === 'Ready' && one.status === 'False') ||
          status.conditions
        );
      };
      await become('its pod is not ready', condition);
      const text = await here.exec('asker', `timeout 3 wget -q -O - http://${pod.status.podIP}:8080`);
      expectThat(text.startsWith('alive'), text);
      node.start('kubelet');
      await here.scene.nodeIs('node-2', 'True');
      const { status } = await here.ready('alive');
      expectSame(
        status.containerStatuses[0].containerID,
        pod.status.containerStatuses[0].containerID,
        'container',
      );
    },
  },
  {
    name: 'the server is killed: pods go on, and agents go on where they were',
    isAlone: true,
    run: serverKilled,
  },
  {
    name: 'etcd is killed and comes back: nothing is lost, and everybody goes on',
    isAlone: true,
    run: async (here) => {
      await here.webDeployment('before', 1);
      await here.scene.plane.process('etcd').stop('SIGKILL');
      here.scene.plane.start('etcd');
      await here.scene.serverIsReady();
      await become(
        'a write is taken',
        async () => (await here.ask('scale', 'deployment/before', '--replicas=2')) !== '',
      );
      await here.pods('app=before', 2);
    },
  },
  {
    name: 'controllers and the scheduler are killed: others take their Leases and go on',
    isAlone: true,
    run: async (here) => {
      const { plane } = here.scene;
      for (const program of plane.deciding) await plane.process(program).stop('SIGKILL');
      const template = podTemplate({ labels: { app: 'after' } });
      await here.create('deployments', {
        metadata: { name: 'after' },
        spec: { replicas: 2, selector: { matchLabels: { app: 'after' } }, template },
      });
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expectSame((await here.list('pods', 'app=after')).length, 0, 'pods without controllers');
      for (const program of plane.deciding) plane.start(program);
      await here.pods('app=after', 2);
    },
  },
];

async function serverKilled(here: Here): Promise<void> {
  const { scene } = here;
  const { plane } = scene;
  await here.webDeployment('web', 2);
  await here.pod('asker');
  const { clusterIP } = (await here.service('web')).spec;
  await here.answers(
    'asker',
    `http://${clusterIP}`,
    (await here.list('pods', 'app=web')).map(({ metadata }) => metadata.name),
  );
  const before = await here.list('pods');
  await plane.process('apiserver').stop('SIGKILL');
  // A node's own client: there is nobody to ask for an exec.
  const text = await scene.nodes[0]!.machine.ask('busybox', 'wget', '-q', '-O', '-', `http://${clusterIP}`);
  expectThat(text.startsWith('web-'), text);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const from = readFileSync(plane.auditLog).length;
  plane.start('apiserver');
  await scene.serverIsReady();
  for (const { name } of scene.nodes) await scene.nodeIs(name, 'True');
  await here.ask('scale', 'deployment/web', '--replicas=3');
  await here.pods('app=web', 3);
  const started = (pods: readonly any[]) => pods.map(({ status }) => status.containerStatuses[0].containerID);
  const after = new Set(started(await here.list('pods')));
  expectThat(
    started(before).every((id) => after.has(id)),
    'a container was started again',
  );
  resumed(readFileSync(plane.auditLog).subarray(from).toString());
}

/** Each agent goes on watching its pods; one that makes a list first asks for what is no older than what it knows. */
function resumed(log: string): void {
  const events = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const ofPods = events.filter(
    ({ objectRef, requestURI, stage }) =>
      objectRef?.resource === 'pods' &&
      requestURI.includes('fieldSelector=spec.nodeName') &&
      stage !== 'RequestReceived',
  );
  const goesOn = ({ requestURI, responseStatus }: any): boolean =>
    /resourceVersion=[1-9]/.test(requestURI) && responseStatus.code === 200;
  const watches = ofPods.filter(({ verb }) => verb === 'watch').filter(goesOn);
  const names = new Set(watches.map(({ user }) => user.username));
  expectSame([...names].sort(), ['system:node:node-1', 'system:node:node-2'], 'who watches its pods again');
  const others = ofPods.filter((event) => !goesOn(event));
  expectSame(
    others.map(({ user, requestURI }) => `${user.username} ${requestURI}`),
    [],
    'who began anew',
  );
}
