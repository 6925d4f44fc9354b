import { become, expectSame, expectThat } from '../api.ts';
import { type Check, type Here, web } from '../here.ts';
import { addresses } from '../places.ts';

/** Pods that ask, one on each node. */
async function askers(here: Here): Promise<string[]> {
  const names = here.scene.nodes.map(({ name }) => `asker-${name}`);
  await Promise.all(
    here.scene.nodes.map(({ name }, at) => here.pod(names[at]!, { spec: { nodeName: name } })),
  );
  return names;
}

const namesOf = async (here: Here, selector: string): Promise<string[]> =>
  (await here.list('pods', selector)).map(({ metadata }) => metadata.name);

export const networkChecks: readonly Check[] = [
  {
    name: 'pods on different nodes reach each other, and each has an address of its node',
    run: async (here) => {
      const pods = await Promise.all(
        here.scene.nodes.map(({ name }) =>
          here.pod(`web-${name}`, { script: web, spec: { nodeName: name } }),
        ),
      );
      for (const [at, { metadata }] of pods.entries()) {
        const other = pods[1 - at];
        const text = () =>
          here.exec(metadata.name, `timeout 3 wget -q -O - http://${other.status.podIP}:8080`);
        await become(`${metadata.name} reaches the other`, async () =>
          (await text()).startsWith(other.metadata.name),
        );
        const { podCIDR } = (await here.scene.api.get(`/api/v1/nodes/${metadata.name.slice(4)}`)).spec;
        const { podIP } = (await here.get('pods', metadata.name)).status;
        expectThat(podIP.startsWith(podCIDR.replace(/0\/24$/, '')), `${podIP} is not of ${podCIDR}`);
      }
    },
  },
  {
    name: 'a Service answers on its address with all its pods, from pods of both nodes',
    run: async (here) => {
      const from = await askers(here);
      await here.webDeployment('web', 2);
      const { spec } = await here.service('web');
      const names = await namesOf(here, 'app=web');
      for (const asker of from) await here.answers(asker, `http://${spec.clusterIP}`, names);
    },
  },
  {
    name: 'a Service follows its pods: more, fewer, none',
    run: async (here) => {
      const [asker] = await askers(here);
      await here.webDeployment('web', 1);
      const { clusterIP } = (await here.service('web')).spec;
      const follow = async (replicas: number) => {
        await here.ask('scale', 'deployment/web', `--replicas=${replicas}`);
        await here.pods('app=web', replicas);
        const names = replicas === 0 ? ['none'] : await namesOf(here, 'app=web');
        await here.answers(asker!, `http://${clusterIP}`, names);
      };
      for (const replicas of [3, 1, 0, 2]) await follow(replicas);
    },
  },
  {
    name: 'a Service answers on a port of each node, from outside',
    run: async (here) => {
      await here.webDeployment('web', 2);
      const { spec } = await here.service('web', { type: 'NodePort' });
      const names = await namesOf(here, 'app=web');
      for (const address of addresses.nodes)
        await outside(here, `http://${address}:${spec.ports[0].nodePort}`, names);
    },
  },
  {
    name: 'a Service of local pods answers on their node alone, and says where that is',
    run: async (here) => {
      await here.pod('local', { script: web, labels: { app: 'local' }, spec: { nodeName: 'node-1' } });
      const { spec } = await here.service('local', { type: 'NodePort', externalTrafficPolicy: 'Local' });
      const port = spec.ports[0].nodePort;
      await outside(here, `http://${addresses.nodes[0]}:${port}`, ['local']);
      await outside(here, `http://${addresses.nodes[1]}:${port}`, ['none']);
    },
  },
  {
    name: 'a Service with affinity sends a client to the same pod',
    run: async (here) => {
      const [asker] = await askers(here);
      await here.webDeployment('web', 2);
      const { clusterIP } = (await here.service('web', { sessionAffinity: 'ClientIP' })).spec;
      const names = await namesOf(here, 'app=web');
      const look = async () => {
        const text = await here.exec(
          asker!,
          `for n in 1 2 3 4 5 6 7 8; do timeout 3 wget -q -O - http://${clusterIP}; done`,
        );
        const lines = text.trim().split('\n');
        const found = [...new Set(lines.map((line) => line.split(' ')[0]!))];
        return (lines.length === 8 && found.length === 1 && names.includes(found[0]!)) || lines;
      };
      await become('one pod answers all', look);
    },
  },
  {
    name: 'a Service without a selector sends to the Endpoints that are written by hand',
    run: async (here) => {
      const [asker] = await askers(here);
      const { status } = await here.pod('target', { script: web });
      await here.create('endpoints', {
        metadata: { name: 'byhand' },
        subsets: [{ addresses: [{ ip: status.podIP }], ports: [{ port: 8080 }] }],
      });
      const { clusterIP } = (
        await here.create('services', {
          metadata: { name: 'byhand' },
          spec: { ports: [{ port: 80, targetPort: 8080 }] },
        })
      ).spec;
      await here.answers(asker!, `http://${clusterIP}`, ['target']);
    },
  },
  {
    name: 'a pod finds Services in its environment and names in its hosts file',
    run: async (here) => {
      const { clusterIP } = (await here.service('finder')).spec;
      await here.pod('env', { spec: { hostAliases: [{ ip: '192.0.2.7', hostnames: ['seven.test'] }] } });
      const text = await here.exec(
        'env',
        'echo $FINDER_SERVICE_HOST:$FINDER_SERVICE_PORT $KUBERNETES_SERVICE_HOST; grep seven /etc/hosts; hostname',
      );
      const [first, second, third] = text.split('\n');
      expectSame(first, `${clusterIP}:80 ${addresses.service}`, 'environment');
      expectThat(second!.split(/\s+/).join(' ') === '192.0.2.7 seven.test', `hosts: ${second}`);
      expectSame(third, 'env', 'host name');
    },
  },
  {
    name: 'a pod with the network of its node, and one with a port of it, are reached there',
    run: async (here) => {
      const script = (port: number) =>
        `mkdir -p /tmp/www; echo at-${port} > /tmp/www/index.html; exec httpd -f -p ${port} -h /tmp/www`;
      const host = await here.pod('host', {
        script: script(8899),
        spec: { hostNetwork: true, nodeName: 'node-2' },
      });
      expectSame(host.status.podIP, addresses.nodes[1], 'address');
      await outside(here, `http://${addresses.nodes[1]}:8899`, ['at-8899']);
      await here.pod('port', {
        script: script(8080),
        container: { ports: [{ containerPort: 8080, hostPort: 8898 }] },
        spec: { nodeName: 'node-1' },
      });
      await outside(here, `http://${addresses.nodes[0]}:8898`, ['at-8080']);
    },
  },
  {
    name: 'the server asks pods and Services for whoever asks it',
    run: async (here) => {
      await here.pod('asked', { script: web, labels: { app: 'asked' } });
      await here.service('asked');
      const { api } = here.scene;
      const direct = await api.text(`${here.path('pods', 'asked:8080', 'proxy')}/index.html`);
      expectThat(direct.startsWith('asked '), direct);
      const look = async () =>
        (await api.text(`${here.path('services', 'asked:80', 'proxy')}/`)).startsWith('asked ');
      await become('the Service answers through the server', look);
    },
  },
];

/** Waits until each name answers a client that is on no node. */
async function outside(here: Here, url: string, names: readonly string[]): Promise<void> {
  const { machine } = here.scene.plane;
  const look = async () => {
    const script = `for n in 1 2 3 4 5 6 7 8 9 10 11 12; do timeout 3 busybox wget -q -O - ${url} || echo none; done`;
    const found = new Set(
      (await machine.ask('sh', '-c', script))
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]!),
    );
    return (found.size === names.length && names.every((name) => found.has(name))) || [...found];
  };
  await become(`${url} is answered by ${names}`, look);
}
