import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, FakeApi, refusal } from '../../../test/support/unit/fake-api.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { namespaceController } from './index.ts';
import { NamespaceController } from './namespace-controller.ts';

const ns = '/api/v1/namespaces/ns';
const looked = `GET ${ns}`;

const namespace = (deletionTimestamp?: string) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'ns', uid: 'u', deletionTimestamp },
  spec: { finalizers: ['orch'] },
  status: { phase: 'Terminating' },
});
const deleted = namespace('2026-01-02T12:00:00Z');

/** One config map that a finalizer holds. */
const held: Answers = {
  [`GET ${ns}`]: deleted,
  'GET /api': { versions: ['v1'] },
  'GET /apis': { groups: [] },
  'GET /api/v1': { resources: [{ name: 'configmaps', namespaced: true, verbs: ['delete', 'list'] }] },
  [`GET ${ns}/configmaps`]: { metadata: {}, items: [{ metadata: { name: 'a', finalizers: ['f'] } }] },
  [`DELETE ${ns}/configmaps/a`]: {},
  [`PUT ${ns}/status`]: deleted,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bench(answers: Answers, commandLine: Record<string, string> = {}) {
  const objects = new MemoryObjects();
  const client = new FakeApi(answers);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const flags = new FlagValues(namespaceController.flags, commandLine);
  const parts = {
    client,
    objects,
    dialect: dialects[0]!,
    gates: new FeatureGates('1.23'),
    clock: Date,
    flags,
    log,
  };
  const controller = new NamespaceController(parts);
  const looks = (): number => client.asked.filter((line) => line === looked).length;
  return { controller, namespaces: objects.lister({ resource: 'namespaces' }), client, warnings, looks };
}

describe('a namespace is looked at', () => {
  it('five seconds after the first change, when it is being deleted', async () => {
    const { controller, namespaces, looks } = bench({ [`GET ${ns}`]: refusal(404) });
    controller.start();
    namespaces.put(namespace());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks()).toBe(0);
    namespaces.put(deleted);
    await vi.advanceTimersByTimeAsync(3_000);
    namespaces.put({ ...deleted, status: { phase: 'Terminating', conditions: [] } });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(looks()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(looks()).toBe(1);
    await controller.close();
  });

  it('five seconds after the start, when it was being deleted before', async () => {
    const { controller, namespaces, looks } = bench({ [`GET ${ns}`]: refusal(404) });
    namespaces.put(deleted);
    controller.start();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(looks()).toBe(1);
    await controller.close();
  });

  it('not any more when it has gone meanwhile', async () => {
    const { controller, namespaces, looks } = bench({});
    controller.start();
    namespaces.put(deleted);
    namespaces.remove('', 'ns');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks()).toBe(0);
    await controller.close();
  });

  it('again after half the time that its content needs, and a second: 8 s for 15', async () => {
    const { controller, namespaces, looks } = bench(held);
    controller.start();
    namespaces.put(deleted);
    await vi.advanceTimersByTimeAsync(5_100);
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(7_800);
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(looks()).toBe(2);
    await controller.close();
  });

  it('again after a failure, later and later', async () => {
    const failing = { [`GET ${ns}`]: refusal(500) };
    const { controller, namespaces, looks, warnings } = bench(failing, { 'namespace-sync-period': '24h' });
    controller.start();
    namespaces.put(deleted);
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(100);
    // After 5, 15, 35 and 75 ms.
    expect(looks()).toBe(5);
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    const early = looks();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(looks() - early).toBe(10);
    expect(warnings[0]).toBe('deletion of namespace ns failed: refused with 500');
    await controller.close();
  });

  it('again from time to time, without a cause', async () => {
    const gone = { [`GET ${ns}`]: refusal(404) };
    const { controller, namespaces, looks } = bench(gone, { 'namespace-sync-period': '60s' });
    controller.start();
    namespaces.put(deleted);
    await vi.advanceTimersByTimeAsync(64_000);
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(looks()).toBe(2);
    await controller.close();
  });
});

it('after it is closed it asks nothing any more, and does not say that it failed', async () => {
  const { controller, namespaces, client, warnings } = bench(held);
  controller.start();
  namespaces.put(deleted);
  await vi.advanceTimersByTimeAsync(4_999);
  await controller.close();
  namespaces.put(deleted);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.asked).toEqual([]);
  expect(warnings).toEqual([]);
  expect(namespaces.observed).toBe(false);
});

it('what is under way when it is closed ends at the next request', async () => {
  let close: Promise<void> | undefined;
  const { controller, namespaces, client, warnings } = bench({
    ...held,
    'GET /api': () => {
      close = controller.close();
      return { versions: ['v1'] };
    },
  });
  controller.start();
  namespaces.put(deleted);
  await vi.advanceTimersByTimeAsync(60_000);
  await close;
  expect(client.asked.filter((line) => !line.startsWith('GET'))).toEqual([]);
  expect(client.asked).not.toContain('GET /api/v1');
  expect(warnings).toEqual([]);
});
