import { describe, expect, it } from 'vitest';
import { clientOf, type FakeCall, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { until } from '../../../test/support/until.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import type { ControllerDependencies } from '../controller.ts';
import { podGcController } from './index.ts';
import { PodGc } from './pod-gc.ts';

interface Given {
  node?: string;
  isDeleted?: boolean;
  phase?: string;
  created?: string;
}

const pod = (name: string, { node, isDeleted = false, phase = 'Running', created = '' }: Given) => ({
  metadata: {
    namespace: 'a',
    name,
    uid: `uid of ${name}`,
    creationTimestamp: created,
    ...(isDeleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
  },
  spec: { nodeName: node },
  status: { phase },
});

/** The requests of the controller within a few periods. `node`: the answer to whether a node is there. */
async function asked(
  pods: readonly object[],
  { node = {}, quarantine = 0, calls = 1, threshold = 0, objects = new MemoryObjects() } = {},
) {
  for (const one of pods) objects.lister({ resource: 'pods' }).put(one);
  objects.lister({ resource: 'nodes' }).put({ metadata: { name: 'here' } });
  const { client, wire } = clientOf(({ method }) => (method === 'GET' ? node : {}));
  let looks = 0;
  const clock = { now: () => looks++ };
  const log = { info: () => {}, warn: () => {} };
  const parts = {
    client,
    objects,
    metadata: objects,
    dialect: dialects[0]!,
    gates: new FeatureGates('1.23'),
    log,
    clock,
    random: systemRandom,
    flags: new FlagValues([], {}),
  } satisfies ControllerDependencies;
  const gc = new PodGc(parts, { threshold, period: 2, quarantine });
  gc.start();
  await until(() => wire.calls.length >= calls || looks >= 10);
  await gc.close();
  return wire.calls;
}

const path = '/api/v1/namespaces/a/pods';
/** `DELETE /api/v1/namespaces/a/pods/p` */
const shown = (calls: readonly FakeCall[]): string[] => calls.map(({ method, path }) => `${method} ${path}`);

describe('PodGc', () => {
  it('deletes pods of a node that is gone, at once and only those', async () => {
    const pods = [pod('p', { node: 'gone' }), pod('q', { node: 'here' }), pod('r', {})];
    const calls = await asked(pods, { node: failureStatus(404, 'NotFound'), calls: 2 });
    expect(shown(calls).slice(0, 2)).toEqual(['GET /api/v1/nodes/gone', `DELETE ${path}/p`]);
    expect(shown(calls).join()).not.toMatch(/pods\/[qr]/);
    expect(calls[1]!.body).toMatchObject({
      gracePeriodSeconds: 0,
      preconditions: { uid: 'uid of p' },
    });
  });

  it.each<[string, object]>([
    ['that is there after all', {}],
    ['of which it is not known whether it is there', failureStatus(500, 'InternalError')],
  ])('leaves pods of a node %s', async (_, node) => {
    const calls = await asked([pod('p', { node: 'unseen' })], { node, calls: 3 });
    expect(new Set(shown(calls))).toEqual(new Set(['GET /api/v1/nodes/unseen']));
  });

  it('does not ask for a node before it has been missing for a while', async () => {
    expect(await asked([pod('p', { node: 'gone' })], { quarantine: 1_000 })).toEqual([]);
  });

  it('deletes the oldest of those that have ended beyond those that are kept', async () => {
    const ended = { node: 'here', phase: 'Failed' };
    const pods = [
      pod('young', { ...ended, created: '2026-01-01T00:00:03Z' }),
      pod('old', { ...ended, created: '2026-01-01T00:00:01Z' }),
      pod('older', { node: 'here', created: '2026-01-01T00:00:00Z' }),
    ];
    expect(new Set(shown(await asked(pods, { threshold: 1 })))).toEqual(new Set([`DELETE ${path}/old`]));
  });

  it('looks once at pods that may be garbage until they change, and at no others', async () => {
    const objects = new MemoryObjects();
    const pods = [
      pod('ended', { node: 'here', phase: 'Failed' }),
      pod('runs', { node: 'here' }),
      pod('waits', {}),
    ];
    await asked(pods, { objects, threshold: 1 });
    expect(objects.lister({ resource: 'pods' }).looks).toEqual(new Map([['a/waits', 1]]));
  });

  it('deletes pods that are being deleted before they came to a node', async () => {
    const calls = await asked([pod('p', { isDeleted: true }), pod('q', { isDeleted: true, node: 'here' })]);
    expect(new Set(shown(calls))).toEqual(new Set([`DELETE ${path}/p`]));
  });
});

it.each(['many', '1.5', ''])('a threshold of %j is refused', async (text) => {
  const { flags, name, create } = podGcController;
  const values = new FlagValues(flags, { [flags[0]!.name]: text });
  expect(name).toBe('podgc');
  await expect(create({ flags: values } as ControllerDependencies)).rejects.toThrow('must be a whole number');
});
