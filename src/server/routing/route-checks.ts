import type { Negotiated } from '../../api/codec/negotiation.ts';
import { givesAny, typesIn } from '../../api/codec/negotiation.ts';
import {
  methodNotAllowed,
  noSuchResource,
  routerNotAcceptable,
  routerUnsupportedMediaType,
  StatusError,
} from '../../api/meta/status.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { isMutating } from '../../api/request/request-info.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import { parseIncludeObject } from '../representation/tables.ts';

const ofCollections = ['create', 'deletecollection', 'list'];
const ofItems = ['delete', 'get', 'patch', 'update'];

/**
 * Whether there is a route for a request, before anything else is looked at: its path first, then its method.
 * Subresources have their own methods; here only the object that they belong to is placed.
 *
 *     /api/v1/pods                     collection of all namespaces: to be listed, nothing else
 *     /api/v1/namespaces/a/pods        collection
 *     /api/v1/namespaces/a/pods/b      item
 *     /api/v1/watch/pods               the deprecated way to watch, of collections and items
 *
 * Throws NotFound or MethodNotAllowed.
 */
export function checkRoute(definition: KindDefinition, info: RequestInfo, method: string): void {
  const place = placeOf(definition, info);
  if (place === undefined) throw noSuchResource();
  const { served, allowed } = place;
  if (!served.some((verb) => definition.verbs.includes(verb))) throw noSuchResource();
  // Only what is proxied answers HEAD, and nothing but GET the paths for watches.
  if ((method === 'HEAD' && info.subresource !== 'proxy') || (isWatchPath(info) && method !== 'GET'))
    throw methodNotAllowed();
  if (allowed !== undefined && !allowed.includes(info.verb === 'watch' ? 'list' : info.verb))
    throw methodNotAllowed();
}

interface Place {
  /** The path is there when the resource type has any of these verbs. */
  served: readonly string[];
  /** The methods of the route; undefined when the handler decides. */
  allowed?: readonly string[];
}

function placeOf({ namespaced, plural }: KindDefinition, info: RequestInfo): Place | undefined {
  const { namespace, name, subresource, tail } = info;
  // Only a proxied path goes on behind its subresource.
  if (info.verb === 'proxy' || (tail !== '' && subresource !== 'proxy')) return undefined;
  const isItem = isNamed(info);
  if (
    namespaced
      ? isItem && namespace === ''
      : namespace !== '' && !(plural === 'namespaces' && namespace === name)
  ) {
    return undefined;
  }
  if (isWatchPath(info)) return subresource === '' ? { served: ['watch'] } : undefined;
  if (subresource !== '') return { served: [...ofItems, ...ofCollections] };
  if (isItem) return { served: ofItems, allowed: ofItems };
  if (namespaced && namespace === '') return { served: ['list'], allowed: ['list'] };
  return { served: ofCollections, allowed: ofCollections };
}

/** `/api/v1/watch/…`, `/apis/<group>/<version>/watch/…`. */
function isWatchPath({ verb, path, prefix }: RequestInfo): boolean {
  return verb === 'watch' && path.split('/', 5)[prefix === 'api' ? 3 : 4] === 'watch';
}

/** The path names an object; a selector may name one as well. */
function isNamed(info: RequestInfo): boolean {
  if (info.name === '' || info.verb === 'list') return false;
  return info.verb !== 'watch' || isWatchPath(info);
}

/**
 * Metadata of one object cannot be had of a list, nor the other way round; of a watch that shows when it has its first
 * event. Throws NotAcceptable.
 */
export function checkConversion(
  { as }: Negotiated,
  { verb, query }: RequestInfo,
  { group, kind, custom }: KindDefinition,
): void {
  // After the write nothing may be refused any more.
  if (as === 'Table' && isMutating(verb)) parseIncludeObject(query.get('includeObject'));
  const isList = verb === 'list' || verb === 'deletecollection';
  if (verb === 'watch' || as !== (isList ? 'PartialObjectMetadata' : 'PartialObjectMetadataList')) return;
  const type = custom ? '*unstructured.Unstructured' : `*${group.split('.')[0] || 'core'}.${kind}`;
  const what = isList ? `is a list (${type}List)` : `is not a list (${type})`;
  throw new StatusError(406, 'NotAcceptable', `you requested ${as}, but the requested object ${what}`);
}

/** The media types of a route: of its bodies and of its answers. */
export interface RouteMedia {
  /** Media types of patches. */
  patches: readonly string[];
  /** Media types of answers, as messages list them. */
  types: readonly string[];
  /** Names of Protobuf; none for what has no such form. */
  protobuf: readonly string[];
  /** Media types of watches; none where the route has none. */
  streams: readonly string[];
}

/** The look that the router takes at headers, coarser than the handler's: throws UnsupportedMediaType or NotAcceptable. */
export function checkMedia(
  { verb }: RequestInfo,
  contentType: string | undefined,
  accept: string | undefined,
  { patches, types, protobuf, streams }: RouteMedia,
): void {
  if (verb === 'patch' && !typesIn(contentType ?? '').some((type) => patches.includes(type))) {
    throw routerUnsupportedMediaType();
  }
  if (givesAny(accept, protobuf, types)) return;
  throw routerNotAcceptable([...types, ...streams.map((type) => `${type};stream=watch`)]);
}
