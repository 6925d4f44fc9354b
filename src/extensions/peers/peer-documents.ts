import { isMap } from '../../api/json/json-values.ts';
import type { User } from '../../api/meta/user.ts';
import type { Address } from '../../client/connections.ts';
import { parseForeign } from '../../client/foreign-json.ts';
import type { PeerGroup, PeerResource } from '../../server/surface/peer-apis.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Backend } from '../aggregation/backend/backend.ts';
import { callBackend } from '../aggregation/backend/backend-call.ts';
import { peerHeaders } from './peer-headers.ts';

/** Milliseconds for one document. */
const timeout = 10_000;
/** Bytes: a document of a hundred groups has a megabyte. */
const maxBytes = 16 * 1024 * 1024;
const bounds = { levels: 20, values: 1_000_000, together: 20_000 };

export interface DocumentsRequest {
  backend: Backend;
  address: Address;
  /** The user that asks other servers. */
  asker: User;
  /** The domain of API groups. */
  api: string;
  /** The header that says that a request was passed on. */
  proxiedHeader: string;
}

/**
 * The groups that a server has, the core group with the name "". It is asked for its own resources, without those that it
 * knows of others. Rejects when it cannot be asked.
 */
export async function peerGroups(request: DocumentsRequest): Promise<PeerGroup[]> {
  const [core, named] = await Promise.all([documentAt('/api', request), documentAt('/apis', request)]);
  return [...core, ...named];
}

async function documentAt(
  path: string,
  { backend, address, asker, api, proxiedHeader }: DocumentsRequest,
): Promise<PeerGroup[]> {
  const form = `application/json;g=apidiscovery.${api};v=v2;as=APIGroupDiscoveryList`;
  const headers = [...peerHeaders(asker, proxiedHeader), 'Accept', `${form};profile=nopeer,${form}`];
  const answer = await callBackend(backend, { address, path, headers, timeout, maxBytes });
  if (answer.code !== 200) throw new Error(`discovery request failed with status: ${answer.code}`);
  const document = await parseForeign(answer.body.toString(), bounds, new Pacer());
  const items = isMap(document) && Array.isArray(document['items']) ? document['items'] : undefined;
  if (items === undefined) throw new Error('error decoding discovery response: it has no items');
  return items.flatMap(groupOf);
}

/** Leaves out what is no group, version or resource: a server of a later release may have more in it. */
function groupOf(item: unknown): PeerGroup[] {
  if (!isMap(item)) return [];
  const metadata = isMap(item['metadata']) ? item['metadata'] : {};
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : '';
  return [{ name, versions: listOf(item['versions']).flatMap(versionOf) }];
}

function versionOf(value: unknown): PeerGroup['versions'][number][] {
  if (!isMap(value) || typeof value['version'] !== 'string') return [];
  return [{ version: value['version'], resources: listOf(value['resources']).filter(isResource) }];
}

const isResource = (value: unknown): value is PeerResource =>
  isMap(value) && typeof value['resource'] === 'string';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
