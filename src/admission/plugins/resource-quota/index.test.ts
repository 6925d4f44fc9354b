import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { noChance } from '../../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../../test/support/unit/memory-objects.ts';
import { until } from '../../../../test/support/until.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { resourceQuota } from './index.ts';

const kind = { group: '', kind: 'ConfigMap', plural: 'configmaps', namespaced: true, storage: true };
const definitions = { kinds: [{ ...kind, virtual: false, storedAs: { group: '', kind: 'ConfigMap' } }] };
const hard = { configmaps: '2' };

/** The plugin beside these controllers, in a namespace with a quota of two ConfigMaps and one of them. */
async function started(...controllers: string[]) {
  const objects = new MemoryObjects();
  const quotas = objects.lister<CoreV1ResourceQuota>({ resource: 'resourcequotas' });
  let version = 1;
  const put = (status: object): void =>
    quotas.put({
      metadata: { namespace: 'a', name: 'q', resourceVersion: `${version++}` },
      spec: { hard },
      status,
    });
  const resources = new DisposableStack();
  onTestFinished(() => resources.dispose());
  const writer = {
    async update(_: object, namespace: string, name: string, change: (stored: any) => any): Promise<void> {
      const changed = change(structuredClone(quotas.get(namespace, name)));
      if (changed !== undefined) put(changed.status);
    },
  };
  const plugin = await resourceQuota.create({
    objects,
    resources,
    definitions,
    writer,
    dialect: dialects[0]!,
    gates: new FeatureGates('1.36'),
    clock: Date,
    random: noChance,
    controllers: new Set(controllers),
    report: expect.unreachable,
  } as unknown as PluginDependencies);
  objects.lister({ resource: 'configmaps' }).put({ metadata: { namespace: 'a', name: 'c' } });
  const create = async (): Promise<void> =>
    plugin.validate?.({
      group: '',
      resource: 'configmaps',
      subresource: '',
      namespace: 'a',
      name: 'd',
      dryRun: false,
      operation: 'CREATE',
      object: { metadata: { namespace: 'a', name: 'd' } },
    } as unknown as AdmissionAttributes);
  return { objects, put, create, status: () => quotas.get('a', 'q')?.status };
}

it('keeps the status of quotas true', async () => {
  const { put, status } = await started();
  put({});
  await until(() => status()?.used?.['configmaps'] === '1');
  expect(status()).toEqual({ hard, used: { configmaps: '1' } });
});

it('counts nothing where the controller does, and charges what comes', async () => {
  const { objects, put, create, status } = await started('resourcequota');
  put({});
  await sleep(100);
  expect(status()).toEqual({});
  expect(objects.lister({ resource: 'configmaps' }).observed).toBe(false);
  put({ hard, used: { configmaps: '1' } });
  await create();
  expect(status()).toEqual({ hard, used: { configmaps: '2' } });
  await expect(create()).rejects.toThrow('exceeded quota: q, requested: configmaps=1, used: configmaps=2');
});
