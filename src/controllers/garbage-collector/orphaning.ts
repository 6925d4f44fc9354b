import { orphanFinalizer } from '../../api/meta/finalizers.ts';
import { Semaphore } from '../../util/semaphore.ts';
import { coordinatesText } from './graph/coordinates.ts';
import type { GraphNode } from './graph/graph-node.ts';
import type { LiveObjects } from './live-objects.ts';
import { withoutOwners } from './patches.ts';

const maxParallel = 32;
/** Errors in one text. */
const maxTexts = 10;

/** Takes the owner from its dependents, and then lets the owner go. Rejects when it is to be tried again. */
export async function orphanDependents(
  live: Pick<LiveObjects, 'patch' | 'removeFinalizer'>,
  { coordinates: owner, dependents }: GraphNode,
): Promise<void> {
  const places = new Semaphore(maxParallel);
  const patched = [...dependents].map(({ coordinates }) =>
    places.run(() => live.patch(coordinates, withoutOwners(coordinates, [owner.uid]))),
  );
  const results = await Promise.allSettled(patched);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  if (errors.length > 0) {
    const texts = errors.slice(0, maxTexts).map(({ message }) => message);
    throw new Error(
      `failed to orphan dependents of owner ${coordinatesText(owner)}, got errors: ${texts.join(', ')}`,
    );
  }
  await live.removeFinalizer(owner, orphanFinalizer);
}
