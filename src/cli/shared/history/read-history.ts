import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { StatusError } from '../../../api/meta/status.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isAnswer, isNotFound } from '../../../client/api/api-error.ts';
import { type ObjectList, ResourceClient } from '../../../client/api/resource-client.ts';
import type { NameTarget } from '../resources/target.ts';
import type { Change, ObjectHistory } from './change.ts';

/** Looks for the oldest revision that is still kept: each halves the range. */
const maxProbes = 40;
/** Seconds after which a watch of an object that is gone ends: what it had to tell came at once. */
const maxSeconds = 2;

/** All changes of an object that the server still knows. Rejects when the object is not there and no change is known. */
export async function readHistory(
  client: ApiCaller,
  { type, namespace, name }: NameTarget,
): Promise<ObjectHistory> {
  const resource = new ResourceClient<ApiObject>(client, type);
  const fieldSelector = `metadata.name=${name}`;
  const newest = await resource.list(namespace, { fieldSelector });
  const now = newest.metadata.resourceVersion!;
  const last = newest.items[0]?.metadata.resourceVersion;
  const reader: Reader = {
    list: (resourceVersion) =>
      resource.list(namespace, { fieldSelector, resourceVersion, resourceVersionMatch: 'Exact' }),
    changes: (resourceVersion) => changesSince(resource, { namespace, fieldSelector, resourceVersion }, last),
  };
  const from = await oldestRevision(reader, Number(now));
  const [first] = (await reader.list(String(from))).items;
  const changes = await reader.changes(String(from));
  if (changes.length === 0 && newest.items.length === 0) throw await notFound(resource, namespace, name);
  const isCut = first !== undefined;
  let before = first;
  const filled = changes.map((change) => {
    const own = { ...change, before };
    before = change.kind === 'deleted' ? undefined : change.after;
    return own;
  });
  return { changes: filled, from: String(from), isCut };
}

interface Reader {
  list(revision: string): Promise<ObjectList<ApiObject>>;
  changes(revision: string): Promise<Change[]>;
}

/** Between 1 and the newest: below it the store is compacted. */
async function oldestRevision(reader: Reader, newest: number): Promise<number> {
  let [gone, kept] = [0, newest];
  for (let probe = 0; probe < maxProbes && kept - gone > 1; probe++) {
    // A store that was never compacted knows everything.
    const middle = probe === 0 ? 1 : Math.floor((gone + kept) / 2);
    if (await isKept(reader, String(middle))) kept = middle;
    else gone = middle;
  }
  return kept;
}

async function isKept({ list }: Reader, revision: string): Promise<boolean> {
  try {
    await list(revision);
    return true;
  } catch (error) {
    if (isAnswer(error, 410)) return false;
    throw error;
  }
}

/** Reads a watch up to the version `last`; of an object that is gone, as far as there is something to read. */
async function changesSince(
  resource: ResourceClient<ApiObject>,
  { namespace, ...selection }: { namespace: string; fieldSelector: string; resourceVersion: string },
  last: string | undefined,
): Promise<Change[]> {
  const changes: Change[] = [];
  const done = new AbortController();
  if (last !== undefined && Number(last) <= Number(selection.resourceVersion)) return changes;
  const query = { ...selection, timeoutSeconds: maxSeconds };
  try {
    for await (const { type, object } of resource.watch(namespace, query, done.signal)) {
      const revision = object.metadata.resourceVersion ?? '';
      const kind = kinds.get(type);
      if (kind !== undefined) changes.push({ kind, revision, before: undefined, after: object });
      if (last !== undefined && Number(revision) >= Number(last)) break;
    }
  } finally {
    done.abort();
  }
  return changes;
}

const kinds: ReadonlyMap<string, Change['kind']> = new Map([
  ['ADDED', 'created'],
  ['MODIFIED', 'changed'],
  ['DELETED', 'deleted'],
]);

/** In the server's words. */
async function notFound(
  resource: ResourceClient<ApiObject>,
  namespace: string,
  name: string,
): Promise<Error> {
  try {
    await resource.get(namespace, name);
  } catch (error) {
    if (isNotFound(error)) return error as StatusError;
    throw error;
  }
  return new Error(`${name} came back meanwhile`);
}
