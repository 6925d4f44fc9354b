import { become, expectSame, expectThat } from '../api.ts';
import type { Check, Here } from '../here.ts';
import { nodeNames } from '../places.ts';

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
const config = '/var/lib/kubelet/kubeconfig';

export const joiningChecks: readonly Check[] = [
  {
    name: 'a node that joins asks as its token and is given a certificate',
    run: async ({ scene }) => {
      const { items } = await scene.api.get(requests);
      const asked = items.filter(({ spec }: any) => spec.username === 'system:bootstrap:abcdef');
      expectSame(
        asked.map(({ spec }: any) => spec.signerName),
        nodeNames.map(() => 'kubernetes.io/kube-apiserver-client-kubelet'),
        'signers',
      );
      for (const { status, spec } of asked) {
        expectThat(spec.groups.includes('system:bootstrappers:nodes'), `groups ${spec.groups}`);
        expectSame(
          status.conditions.map(({ type }: any) => type),
          ['Approved'],
          'conditions',
        );
        expectThat(status.certificate !== undefined, 'there is no certificate');
      }
    },
  },
  {
    name: 'a node serves with a certificate that it has asked for and an administrator approved',
    run: async ({ scene }) => {
      const { items } = await scene.api.get(requests);
      for (const name of nodeNames) {
        const found = items.filter(
          ({ spec, status }: any) =>
            spec.signerName === 'kubernetes.io/kubelet-serving' &&
            spec.username === `system:node:${name}` &&
            status.certificate !== undefined,
        );
        expectThat(found.length > 0, `${name} has no serving certificate`);
        const health = () => scene.api.text(`/api/v1/nodes/${name}/proxy/healthz`);
        await become(`${name} answers with it`, async () => (await health()) === 'ok');
      }
    },
  },
  {
    name: 'each node renews its Lease',
    run: async ({ scene }) => {
      for (const name of nodeNames) {
        // An agent asks for it a moment after its node is there.
        const holder = async () => (await scene.api.get(`${leases}/${name}`)).spec.holderIdentity;
        await become(`${name} has a Lease`, async () => (await holder()) === name || (await holder()), 20);
        const before = await scene.api.get(`${leases}/${name}`);
        const isNewer = async () => {
          const { spec } = await scene.api.get(`${leases}/${name}`);
          return spec.renewTime > before.spec.renewTime || spec.renewTime;
        };
        await become(`the Lease of ${name} is renewed`, isNewer, 20);
      }
    },
  },
  {
    name: 'a node says what it is: addresses, capacity, versions, images, conditions',
    run: async ({ scene }) => {
      for (const node of scene.nodes) {
        const { status, spec } = await scene.api.get(`/api/v1/nodes/${node.name}`);
        const { type, address } = status.addresses[0];
        expectSame({ type, address }, { type: 'InternalIP', address: node.address }, 'address');
        expectSame(status.nodeInfo.kubeletVersion, 'v1.20.2', 'version');
        expectThat(status.nodeInfo.containerRuntimeVersion.startsWith('containerd://'), 'runtime');
        expectThat(Number(status.capacity.cpu) > 0 && status.allocatable.memory !== undefined, 'capacity');
        const names = status.images.flatMap((image: any) => image.names);
        expectThat(
          names.some((name: string) => name === 'cluster.test/tools:2'),
          `images ${names}`,
        );
        const types = status.conditions.map((one: any) => `${one.type}=${one.status}`).sort();
        expectSame(
          types,
          ['DiskPressure=False', 'MemoryPressure=False', 'PIDPressure=False', 'Ready=True'],
          'conditions',
        );
        expectThat(/^10\.200\.\d+\.0\/24$/.test(spec.podCIDR), `range ${spec.podCIDR}`);
      }
    },
  },
  {
    name: 'a node may change itself and its pods alone, and read what its pods mount',
    run: async (here) => {
      const refused = async (what: string, ...words: string[]): Promise<void> => {
        const complaint = await asNode(here, ...words).then(
          (text) => `accepted: ${text}`,
          (error: Error) => error.message,
        );
        expectThat(/forbidden|not allowed/i.test(complaint), `${what}: ${complaint}`);
      };
      await here.create('secrets', { metadata: { name: 'mounted' }, stringData: { a: '1' } });
      await here.create('secrets', { metadata: { name: 'other' }, stringData: { a: '1' } });
      await here.pod('mine', {
        spec: { nodeName: 'node-1', volumes: [{ name: 's', secret: { secretName: 'mounted' } }] },
        container: { volumeMounts: [{ name: 's', mountPath: '/s' }] },
      });
      await here.pod('theirs', { spec: { nodeName: 'node-2' } });
      const space = `--namespace=${here.namespace}`;
      await asNode(here, 'annotate', 'node', 'node-1', 'test/own=1');
      await refused('another node', 'annotate', 'node', 'node-2', 'test/own=1');
      await refused('a reserved label', 'label', 'node', 'node-1', 'node-restriction.kubernetes.io/a=b');
      await refused('its own taints', 'taint', 'node', 'node-1', 'a=b:NoSchedule');
      await refused('deleting the other node', 'delete', 'node', 'node-2');
      await asNode(here, 'get', 'secret', 'mounted', space);
      await refused('a secret of no pod of its own', 'get', 'secret', 'other', space);
      await refused('all secrets', 'get', 'secrets', space);
      await refused('a pod of another node', 'delete', 'pod', 'theirs', space);
      await asNode(here, 'delete', 'pod', 'mine', space, '--wait=false');
    },
  },
];

/** kubectl with the credentials of the agent of node-1. */
async function asNode({ scene }: Here, ...words: string[]): Promise<string> {
  const machine = scene.nodes[0]!.machine;
  return machine.ask(scene.kubectlPath, '--kubeconfig', config, '--cache-dir=/run/kubectl', ...words);
}
