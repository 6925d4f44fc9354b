import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer, isNotFound } from '../../client/api/api-error.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import { type DeleteOptions, type PartialObject, ResourceClient } from '../../client/api/resource-client.ts';
import { allPages } from '../shared/all-pages.ts';
import { inParallel } from '../shared/in-parallel.ts';
import { isPods } from './deletable-types.ts';
import { secondsForPods } from './pod-estimate.ts';

/** Namespace and type of the objects that are deleted. */
export interface Place {
  caller: ApiCaller;
  namespace: string;
  /** Milliseconds since the namespace was asked to go. */
  elapsed: number;
}

/** State of the deletion of the objects of one type. */
export interface TypeOutcome {
  type: DiscoveredResource;
  /** Objects that are still there. */
  remaining: number;
  /** Number of these that each finalizer holds. */
  finalizers: ReadonlyMap<string, number>;
  /** That they are expected to need; 0 when none is left, or nothing is known. */
  seconds: number;
  error?: Error;
}

/** Until the owners of finalizers have done their work. */
const secondsForFinalizers = 15;
const objectsAtATime = 4;
const background: DeleteOptions = { propagationPolicy: 'Background' };

/** Deletes all objects of a type, and looks what is left. Never rejects. */
export async function deleteAllOfType(place: Place, type: DiscoveredResource): Promise<TypeOutcome> {
  const outcome: TypeOutcome = { type, remaining: 0, finalizers: new Map(), seconds: 0 };
  const objects = new ResourceClient<PartialObject>(place.caller, type);
  try {
    outcome.seconds = await secondsToEnd(place, type);
    await deleteObjects(objects, place.namespace, type);
    return { ...outcome, ...(await whatRemains(objects, place, type, outcome.seconds)) };
  } catch (error) {
    return { ...outcome, error: error as Error };
  }
}

/** The outcome for pods where they are deleted before everything else: an error says that it is about them. */
export function podsOutcome({ namespace }: Place, { error, ...outcome }: TypeOutcome): TypeOutcome {
  if (error === undefined) return outcome;
  const message = `failed to delete pods for namespace: ${namespace}, err: ${error.message}`;
  return { ...outcome, error: new Error(message, { cause: error }) };
}

/**
 * Seconds until objects end that do so in their own time: once that has passed since the request, no more time is
 * given.
 */
async function secondsToEnd(
  { caller, namespace, elapsed }: Place,
  type: DiscoveredResource,
): Promise<number> {
  if (!isPods(type)) return 0;
  const seconds = await secondsForPods(caller, type, namespace);
  return elapsed >= seconds * 1_000 ? 0 : seconds;
}

async function deleteObjects(
  objects: ResourceClient<PartialObject>,
  namespace: string,
  { verbs }: DiscoveredResource,
): Promise<void> {
  if (verbs.includes('deletecollection')) {
    const isDone = await unlessUnsupported(objects.deleteCollection(namespace, background).then(() => true));
    if (isDone) return;
  }
  if (!verbs.includes('list')) return;
  const deleteEach = async (): Promise<void> => {
    for await (const page of allPages((options) => objects.listMetadata(namespace, options))) {
      await inParallel(page, objectsAtATime, async ({ metadata }) => {
        await unlessUnsupported(objects.delete(namespace, metadata.name!, background));
      });
    }
  };
  await unlessUnsupported(deleteEach());
}

type Rest = Pick<TypeOutcome, 'error' | 'finalizers' | 'remaining' | 'seconds'>;

async function whatRemains(
  objects: ResourceClient<PartialObject>,
  { namespace }: Place,
  type: DiscoveredResource,
  seconds: number,
): Promise<Partial<Rest>> {
  if (!type.verbs.includes('list')) return {};
  const finalizers = new Map<string, number>();
  let remaining = 0;
  const count = async (): Promise<true> => {
    for await (const page of allPages((options) => objects.listMetadata(namespace, options))) {
      remaining += page.length;
      for (const name of page.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
        finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
      }
    }
    return true;
  };
  if (!(await unlessUnsupported(count()))) return {};
  if (remaining === 0) return { seconds: 0 };
  if (seconds > 0) return { remaining, finalizers };
  if (finalizers.size > 0) return { remaining, finalizers, seconds: secondsForFinalizers };
  return { remaining, finalizers, error: new Error(unexpectedItems(namespace, type)) };
}

const unexpectedItems = (namespace: string, { group, version, resource }: DiscoveredResource): string =>
  `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`;

/** Undefined for a request that the type does not take, or that its server does not know: not, or not any more. */
async function unlessUnsupported<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error) || isAnswer(error, 405)) return undefined;
    throw error;
  }
}
