import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { become, expectSame, expectThat } from '../api.ts';
import { type Check, podTemplate, web } from '../here.ts';
import { staticPods } from '../node.ts';

export const nodeChecks: readonly Check[] = [
  {
    name: 'what a node measures is read through the server',
    run: async ({ scene }) => {
      for (const { name } of scene.nodes) {
        const proxy = `/api/v1/nodes/${name}/proxy`;
        expectThat((await scene.api.text(`${proxy}/metrics`)).includes('kubelet_running_pods'), 'metrics');
        expectThat(
          (await scene.api.text(`${proxy}/metrics/cadvisor`)).includes('container_cpu_usage_seconds_total'),
          'cadvisor',
        );
        const summary = await scene.api.get(`${proxy}/stats/summary`);
        expectSame(summary.node.nodeName, name, 'summary');
        expectThat(summary.node.memory.workingSetBytes > 0, 'memory');
        expectSame(
          (await scene.api.get(`${proxy}/configz`)).kubeletconfig.cgroupDriver,
          'cgroupfs',
          'configuration',
        );
        expectThat((await scene.kubectl.ask('get', '--raw', `${proxy}/pods`)).includes('"PodList"'), 'pods');
      }
    },
  },
  {
    name: 'an agent lets those in whom the server allows it',
    run: async (here) => {
      const { machine } = here.scene.plane;
      const [node] = here.scene.nodes;
      const token = (await here.ask('get', 'secrets', '-o', 'jsonpath={.items[0].data.token}')).trim();
      const bearer = Buffer.from(token, 'base64').toString();
      const ask = (path: string) =>
        machine.ask(
          process.execPath,
          '-e',
          asking,
          `https://${node!.address}:10250${path}`,
          here.scene.plane.file('ca.crt'),
          bearer,
        );
      expectSame(await ask('/metrics'), '403', 'before');
      await here.ask(
        'create',
        'clusterrolebinding',
        here.namespace,
        '--clusterrole=system:kubelet-api-admin',
        `--serviceaccount=${here.namespace}:default`,
      );
      await become(
        'it is let in',
        async () => (await ask('/metrics')) === '200' || (await ask('/metrics')),
        30,
      );
      await here.ask('delete', 'clusterrolebinding', here.namespace);
    },
  },
  {
    name: 'a pod of a file on a node is shown by the server, comes back when it is deleted there, and ends with its file',
    run: async (here) => {
      const node = here.node('node-1');
      const { spec } = podTemplate({ script: web });
      const file = `${staticPods}/fixed.json`;
      node.machine.write(file, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'fixed', namespace: here.namespace },
        spec,
      });
      const shown = () => here.find('pods', 'fixed-node-1');
      await become('it is shown', async () => (await shown())?.status.phase === 'Running');
      const { metadata } = await shown();
      expectSame(metadata.ownerReferences?.[0]?.kind, 'Node', 'owner');
      expectThat(metadata.annotations['kubernetes.io/config.mirror'] !== undefined, 'no mirror');
      const text = await here.exec('fixed-node-1', 'hostname; cat /proc/1/comm');
      expectSame(text, 'fixed-node-1\nhttpd\n', 'what it runs');
      await here.delete('pods', 'fixed-node-1');
      const isBack = async () => {
        const pod = await shown();
        return (
          (pod !== undefined && pod.metadata.uid !== metadata.uid && pod.status.phase === 'Running') ||
          pod?.metadata
        );
      };
      await become('it is shown again', isBack);
      expectSame(
        (await here.get('pods', 'fixed-node-1')).status.containerStatuses[0].restartCount,
        0,
        'restarts',
      );
      rmSync(node.machine.path(file));
      await here.gone('pods', 'fixed-node-1');
    },
  },
  {
    name: 'an agent that starts again finds its pods as they are',
    isAlone: true,
    run: async (here) => {
      const node = here.node('node-2');
      const before = await here.pod('kept', { script: web, spec: { nodeName: 'node-2' } });
      await node.process('kubelet').stop('SIGTERM');
      node.start('kubelet');
      await here.scene.nodeIs('node-2', 'True');
      await become(
        'the agent answers',
        async () => (await here.scene.api.text('/api/v1/nodes/node-2/proxy/healthz')) === 'ok',
      );
      await here.pod('new', { spec: { nodeName: 'node-2' } });
      const after = await here.get('pods', 'kept');
      const started = ({ status }: any) => [
        status.containerStatuses[0].containerID,
        status.containerStatuses[0].restartCount,
      ];
      expectSame(started(after), started(before), 'container');
      expectThat((await here.exec('kept', 'cat /tmp/www/index.html')).startsWith('kept'), 'exec');
    },
  },
  {
    name: 'a container runtime that starts again leaves containers running',
    isAlone: true,
    run: async (here) => {
      const node = here.node('node-2');
      const before = await here.pod('kept', { script: web, spec: { nodeName: 'node-2' } });
      await node.process('containerd').stop('SIGKILL');
      node.start('containerd');
      await here.pod('new', { spec: { nodeName: 'node-2' } });
      const { status } = await here.get('pods', 'kept');
      expectSame(
        status.containerStatuses[0].containerID,
        before.status.containerStatuses[0].containerID,
        'container',
      );
      expectThat((await here.exec('kept', 'hostname')) === 'kept\n', 'exec');
    },
  },
  {
    name: 'an agent asks for its next certificate before the old one ends, and works with it',
    isAlone: true,
    run: async ({ scene }) => {
      const [node] = scene.nodes;
      const first = scene.firstCertificates.get(node!.name)!;
      const look = async () => {
        const now = new X509Certificate(node!.certificate);
        return (
          now.serialNumber !== new X509Certificate(first).serialNumber || `${now.validFrom} to ${now.validTo}`
        );
      };
      await become('it has another certificate', look, 300);
      const { items } = await scene.api.get('/apis/certificates.k8s.io/v1/certificatesigningrequests');
      const renewed = items.filter(
        ({ spec, status }: any) =>
          spec.username === `system:node:${node!.name}` &&
          spec.signerName === 'kubernetes.io/kube-apiserver-client-kubelet' &&
          status.certificate !== undefined,
      );
      expectThat(renewed.length >= 1, 'it did not ask as itself');
      await scene.nodeIs(node!.name, 'True');
    },
  },
];

/** Prints the status of an answer. */
const asking = `
const [url, ca, token] = process.argv.slice(1);
const options = { ca: require('node:fs').readFileSync(ca), headers: { authorization: 'Bearer ' + token } };
require('node:https').get(url, options, (answer) => { process.stdout.write(String(answer.statusCode)); answer.destroy(); });
`;
