import { become, expectSame, expectThat } from '../api.ts';
import type { Check, Here } from '../here.ts';

const uidsOf = (pods: readonly any[]): string[] => pods.map(({ metadata }) => metadata.uid).sort();

export const deletionChecks: readonly Check[] = [
  {
    name: 'a pod has its grace to end, is shown until then, and can be removed at once',
    run: async (here) => {
      const script = "trap '' TERM; while :; do sleep 3600 & wait $!; done";
      for (const name of ['stubborn', 'forced'])
        await here.pod(name, { script, spec: { terminationGracePeriodSeconds: 6 } });
      const from = Date.now();
      await here.delete('pods', 'stubborn');
      await here.podIs('stubborn', 'ending', ({ metadata }) => metadata.deletionTimestamp !== undefined, 5);
      await here.gone('pods', 'stubborn', 40);
      const took = Date.now() - from;
      expectThat(took > 5_000, `it was gone after ${took} ms`);
      await here.ask('delete', 'pod', 'forced', '--grace-period=0', '--force');
      await here.gone('pods', 'forced', 3);
    },
  },
  {
    name: 'deleted in the foreground, an owner goes last; as an orphan-maker, its pods live on',
    run: async (here) => {
      await here.webDeployment('front', 2);
      await here.delete('deployments', 'front', { propagationPolicy: 'Foreground' });
      const found = await here.find('deployments', 'front');
      if (found !== undefined) expectSame(found.metadata.finalizers, ['foregroundDeletion'], 'finalizers');
      await here.gone('deployments', 'front', 90);
      expectSame((await here.list('pods', 'app=front')).length, 0, 'pods when the owner is gone');
      await here.webDeployment('orphaned', 2);
      const before = uidsOf(await here.list('pods', 'app=orphaned'));
      await here.delete('deployments', 'orphaned', { propagationPolicy: 'Orphan' });
      await here.gone('deployments', 'orphaned');
      const [set] = await here.list('replicasets', 'app=orphaned');
      expectThat(set.metadata.ownerReferences === undefined, 'the ReplicaSet still has an owner');
      await here.delete('replicasets', set.metadata.name, { propagationPolicy: 'Orphan' });
      await here.gone('replicasets', set.metadata.name);
      const after = await here.pods('app=orphaned', 2);
      expectSame(uidsOf(after), before, 'the same pods');
      expectThat(
        after.every(({ metadata }) => metadata.ownerReferences === undefined),
        'a pod still has an owner',
      );
    },
  },
  {
    name: 'a deleted namespace takes running pods and everything else with it',
    run: async (here) => {
      const name = `${here.namespace}-inner`;
      const { api } = here.scene;
      await api.create('/api/v1/namespaces', { metadata: { name } });
      const inner = here.in(name);
      await inner.accountIsThere();
      await inner.webDeployment('web', 2);
      await inner.service('web');
      await inner.create('configmaps', { metadata: { name: 'held', finalizers: ['test/held'] } });
      await api.delete(`/api/v1/namespaces/${name}`);
      const conditions = async () => {
        const { status } = await api.get(`/api/v1/namespaces/${name}`);
        const held = status.conditions?.find(({ type }: any) => type === 'NamespaceFinalizersRemaining');
        return held?.status === 'True' || status;
      };
      await become('it says what holds it', conditions);
      await become('its pods have ended', async () => (await inner.list('pods')).length === 0);
      await inner.merge('configmaps', 'held', { metadata: { finalizers: null } });
      await become(
        'it is gone',
        async () => (await api.find(`/api/v1/namespaces/${name}`)) === undefined,
        90,
      );
      await nothingRuns(here, name);
    },
  },
];

/** No node has a container of the namespace any more. */
async function nothingRuns({ scene }: Here, namespace: string): Promise<void> {
  for (const { name } of scene.nodes) {
    const look = async () => {
      const { items } = await scene.api.get(`/api/v1/nodes/${name}/proxy/pods`);
      // An agent without pods says null.
      return (items ?? []).every(({ metadata }: any) => metadata.namespace !== namespace);
    };
    await become(`${name} runs nothing of ${namespace}`, look);
  }
}
