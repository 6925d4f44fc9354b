import { describe, expect, it, onTestFinished } from 'vitest';
import { clientOf, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { until } from '../../../test/support/until.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { systemClock } from '../../util/clock.ts';
import { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { QuotaController } from './quota-controller.ts';

const verbs = ['create', 'delete', 'list', 'watch'];
const resources = ['pods', 'services', 'configmaps'].map((name) => ({
  name,
  kind: 'K',
  namespaced: true,
  verbs,
}));
const documents: Record<string, object> = {
  '/api': { versions: ['v1'] },
  '/api/v1': { resources },
  '/apis': { groups: [] },
};

interface Server {
  write?: () => object;
  isDown?: () => boolean;
  release?: string;
}

/** Between caches that a test fills and a server that knows types of objects and takes what is written. */
function bench({ write = () => ({}), isDown = () => false, release = '1.23' }: Server = {}) {
  const objects = new MemoryObjects();
  const warnings: string[] = [];
  const { client, wire } = clientOf(({ method, path }) => {
    if (method === 'PUT') return write();
    return isDown() ? failureStatus(500, 'InternalError') : documents[path]!;
  });
  const controller = new QuotaController(
    {
      client,
      objects,
      metadata: objects,
      dialect: dialects[0]!,
      gates: new FeatureGates(release),
      clock: systemClock,
      random: systemRandom,
      flags: new FlagValues([], {}),
      log: { info: () => {}, warn: (message) => void warnings.push(message) },
    },
    { workers: 2, period: 0 },
  );
  onTestFinished(() => controller.close());
  const quota = (resourceVersion: string, hard: object, status: object = {}): void =>
    objects.lister({ resource: 'resourcequotas' }).put({
      metadata: { namespace: 'a', name: 'q', resourceVersion },
      spec: { hard },
      status,
    });
  const { calls } = wire;
  const written = () => calls.filter(({ method }) => method === 'PUT');
  return { controller, objects, quota, calls, written, warnings };
}

const config = (name: string): object => ({ metadata: { namespace: 'a', name } });

describe('QuotaController', () => {
  it('writes what is used, on the version that it has seen', async () => {
    const { controller, objects, quota, written } = bench();
    objects.lister({ resource: 'configmaps' }).put(config('c'));
    quota('7', { configmaps: '3', pods: '2' });
    controller.start();
    await until(() => written().length > 0);
    expect(written()[0]!.path).toBe('/api/v1/namespaces/a/resourcequotas/q/status');
    expect(written()[0]!.body).toEqual({
      metadata: { namespace: 'a', name: 'q', resourceVersion: '7' },
      spec: { hard: { configmaps: '3', pods: '2' } },
      status: { hard: { configmaps: '3', pods: '2' }, used: { configmaps: '1', pods: '0' } },
    });
  });

  it.each([
    ['1.23', '2'],
    ['1.24', '1'],
  ])('counts as the release does: %s', async (release, ports) => {
    const { controller, objects, quota, written } = bench({ release });
    const spec = {
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 80 }, { port: 443, nodePort: 30_000 }],
    };
    objects.lister({ resource: 'services' }).put({ ...config('s'), spec });
    quota('7', { 'services.nodeports': '3' });
    controller.start();
    await until(() => written().length > 0);
    expect(written()[0]!.body.status.used).toEqual({ 'services.nodeports': ports });
  });

  it('writes nothing for a quota that is true', async () => {
    const { controller, objects, quota, written } = bench();
    const hard = { configmaps: '3' };
    quota('7', hard, { hard, used: { configmaps: '1' } });
    objects.lister({ resource: 'configmaps' }).put(config('c'));
    controller.start();
    await until(() => objects.lister({ resource: 'configmaps' }).observed);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(written()).toEqual([]);
  });

  it('counts what the caches do not show yet when it begins', async () => {
    const { controller, objects, quota, written } = bench();
    objects.lister({ resource: 'configmaps' }).put(config('late'), { behind: true });
    quota('7', { configmaps: '3' });
    controller.start();
    await until(() => written().length > 0);
    expect(written()[0]!.body.status.used).toEqual({ configmaps: '1' });
  });

  it.each<[string, number, string, string[]]>([
    ['says nothing of a conflict', 409, 'Conflict', []],
    ['says why a write fails', 500, 'InternalError', ['a/q: InternalError!']],
  ])('%s, and tries again', async (_, code, reason, expected) => {
    const answers = [failureStatus(code, reason)];
    const { controller, quota, written, warnings } = bench({ write: () => answers.shift() ?? {} });
    quota('7', { pods: '3' });
    controller.start();
    await until(() => written().length > 1);
    expect(warnings).toEqual(expected);
  });

  it('asks for the types again when they are not answered', async () => {
    let failures = 3;
    const { controller, quota, written } = bench({ isDown: () => failures-- > 0 });
    quota('7', { pods: '3' });
    controller.start();
    await until(() => written().length > 0);
    expect(failures).toBeLessThanOrEqual(0);
  });

  it('writes nothing after it is closed', async () => {
    const { controller, objects, quota, calls, written } = bench();
    quota('7', { configmaps: '3' });
    controller.start();
    await until(() => written().length > 0);
    const hard = { configmaps: '3' };
    quota('8', hard, { hard, used: { configmaps: '0' } });
    objects.lister({ resource: 'configmaps' }).put(config('before'));
    await controller.close();
    const asked = calls.length;
    // A quota that is in force is written a while after a change: that of the first object is still to come.
    objects.lister({ resource: 'configmaps' }).put(config('after'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(calls).toHaveLength(asked);
  });
});
