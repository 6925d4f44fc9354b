import { expect, it } from 'vitest';
import { GarbageScenario } from '../../../test/support/unit/garbage-scenario.ts';
import type { Coordinates } from './graph/coordinates.ts';
import { orphanDependents } from './orphaning.ts';

const owners = [{ name: 'owner' }];
const graph = new GarbageScenario().show(
  { name: 'owner', isDeleted: true, finalizers: ['orphan'] },
  ...['a', 'b', 'c'].map((name) => ({ name, owners })),
).graph;

/** A server on which the patch of one object fails. */
function server(failing: string) {
  const calls: string[] = [];
  return {
    calls,
    live: {
      async patch({ name }: Coordinates): Promise<void> {
        calls.push(`patch ${name}`);
        if (name === failing) throw new Error(`${name} resists`);
      },
      async removeFinalizer({ name }: Coordinates, finalizer: string): Promise<void> {
        calls.push(`without ${finalizer}: ${name}`);
      },
    },
  };
}

it('takes the owner from all dependents, and then lets it go', async () => {
  const { live, calls } = server('');
  await orphanDependents(live, graph.get('owner-uid')!);
  expect(calls).toEqual(['patch a', 'patch b', 'patch c', 'without orphan: owner']);
});

it('keeps the owner while a dependent cannot be patched', async () => {
  const { live, calls } = server('b');
  await expect(orphanDependents(live, graph.get('owner-uid')!)).rejects.toThrow(
    'failed to orphan dependents of owner [v1/Pod, namespace: ns, name: owner, uid: owner-uid], got errors: b resists',
  );
  expect(calls).toEqual(['patch a', 'patch b', 'patch c']);
});
