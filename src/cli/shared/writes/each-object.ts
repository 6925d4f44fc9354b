import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { groupVersionOf } from '../../../client/api/discovery.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { ServedResource } from '../discovery/served-api.ts';
import { type Page, pagesOf } from '../resources/list-pages.ts';
import { type TargetRequest, targetsOf } from '../resources/targets.ts';
import type { Session } from '../session/session.ts';
import type { ObjectPlace } from './writer.ts';

/** An object as the server has it now. */
export interface FoundObject extends ObjectPlace {
  object: ApiObject;
}

/** An object that may not be there. `source`: of the file that names it. */
export interface PlacedTarget extends ObjectPlace {
  source?: string;
}

/**
 * Does the work on each object that words, files and selectors name, read from the server before. What fails does not
 * keep it from the next object. Resolves with how many there were; rejects with what failed.
 */
export async function eachObject(
  session: Session,
  request: TargetRequest,
  work: (found: FoundObject) => Promise<void>,
): Promise<number> {
  const client = await session.client();
  return eachTarget(session, request, {
    inList: work,
    byName: async (target) => {
      const { type, namespace, name } = target;
      const path = pathOf(type, namespace, name);
      const object = await client.json<ApiObject>({ method: 'GET', path }).catch(async (error) => {
        const { missingNamespace } = await import('../resources/missing-namespace.ts');
        throw await missingNamespace(client, namespace, error);
      });
      await work({ ...target, object });
    },
  });
}

/** Does the same as `eachObject`, but objects that are called by name are not read before. */
export function eachPlace(
  session: Session,
  request: TargetRequest,
  work: (place: PlacedTarget) => Promise<void>,
): Promise<number> {
  return eachTarget(session, request, { inList: work, byName: work });
}

interface TargetWork {
  inList(found: FoundObject): Promise<void>;
  byName(target: PlacedTarget): Promise<void>;
}

async function eachTarget(session: Session, request: TargetRequest, work: TargetWork): Promise<number> {
  const client = await session.client();
  let count = 0;
  await eachOf(targetsOf(session, request), async (target) => {
    if (target.form !== 'list') {
      count++;
      return work.byName(target);
    }
    const list = { ...target, labelSelector: request.selector, fieldSelector: request.fieldSelector ?? '' };
    return eachListed(client, list, async (found) => {
      count++;
      await work.inList(found);
    });
  });
  return count;
}

/** Does the work on each item whatever becomes of the one before. Rejects with the only error, or with all of them. */
export async function eachOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  try {
    for await (const item of items) await work(item).catch((error) => errors.push(error));
  } catch (error) {
    // There are no more items.
    errors.push(error);
  }
  if (errors.length > 1) throw new AggregateError(errors);
  if (errors.length === 1) throw errors[0];
}

export interface Listed {
  type: ServedResource;
  /** "" for all, and for cluster-scoped types. */
  namespace: string;
  labelSelector?: string;
  fieldSelector?: string;
}

/** Does the work on each object of a list, as `eachOf` does. */
export function eachListed(
  client: ApiCaller,
  list: Listed,
  work: (found: FoundObject) => Promise<void>,
): Promise<void> {
  return eachOf(foundIn(client, list), work);
}

async function* foundIn(client: ApiCaller, list: Listed): AsyncGenerator<FoundObject> {
  const { type, namespace, labelSelector = '', fieldSelector = '' } = list;
  // Items of a list do not say of which kind they are.
  const typed = { apiVersion: groupVersionOf(type), kind: type.kind };
  const request = { type, namespace, labelSelector, fieldSelector, chunkSize: 500 };
  for await (const { items } of pagesOf<Page & { items?: readonly ApiObject[] }>(client, request)) {
    for (const item of items ?? []) {
      const { name = '', namespace: own = '' } = item.metadata;
      yield { type, namespace: own, name, object: { ...typed, ...item } };
    }
  }
}
