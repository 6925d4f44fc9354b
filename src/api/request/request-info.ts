import { parseFieldSelector, SelectorError } from '../selectors/field-selector.ts';
import { QueryParameters } from './query-parameters.ts';
import { decodeSegment, isDecodable, scanTarget } from './request-target.ts';

/** What a request is about, from its method and target alone. Router and authorizer see the same one. */
export interface RequestInfo {
  /** Decoded, with its trailing slash if it came with one; the tail of a proxied path as it came. */
  path: string;
  /** Without the `?`. */
  rawQuery: string;
  query: QueryParameters;
  isResourceRequest: boolean;
  /** Of a resource: get, list, watch, create, …; empty for a method that has none. Else the method in lower case. */
  verb: string;
  prefix: 'api' | 'apis' | '';
  group: string;
  version: string;
  /** Also set for an object that is a namespace itself. */
  namespace: string;
  resource: string;
  subresource: string;
  name: string;
  /**
   * What follows the subresource, beginning with its slash. Of a proxied path (subresource `proxy`, verb
   * `proxy`) raw, not normalized, possibly just `/`; elsewhere in normal form, and nothing is served there.
   */
  tail: string;
}

/** A map: over HTTP/2 the method is whatever the client sends, and an object knows a `constructor`. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * Takes a request target apart. `refused` says why nothing should be done with it; `fault`, why nothing can be.
 *
 *     GET /api/v1/pods?watch=1                            watch pods
 *     GET /apis/apps/v1/namespaces/a/deployments/b/scale  get deployments/scale b in a
 *     GET /api/v1/namespaces/a                            get namespaces a (namespace a as well)
 *     GET /api/v1/namespaces/a/status                     get namespaces/status a
 *     GET /api/v1/watch/namespaces/a/pods/b               watch pods b in a (the deprecated way)
 *     ANY /api/v1/namespaces/a/pods/b/proxy/x//%2f..      pods/proxy b in a, tail `/x//%2f..`
 *
 * A slash at the end changes nothing for resources, as in the original.
 */
export function parseRequestInfo(
  method: string,
  target: string,
): RequestInfo | { refused: string } | { fault: string } {
  const scanned = scanTarget(target);
  if (scanned === undefined) return notNormal;
  const { pathEnd, normalEnd, encoded } = scanned;
  const rawPath = target.slice(0, pathEnd);
  const rawQuery = target.slice(pathEnd + 1);
  const rawParts = (rawPath.endsWith('/') ? rawPath.slice(1, -1) : rawPath.slice(1)).split('/');
  // What cannot be decoded stays undefined; within the tail of a proxied path that is nobody's business.
  const parts = encoded ? rawParts.map(decodeSegment) : rawParts;
  const info = emptyInfo(rawPath, rawQuery, method);
  const used = interpret(info, parts as string[], method);
  if (used < 0) return { fault: 'unable to determine kind and namespace from url' };
  const headEnd = lengthOf(rawParts, used);
  const proxied = info.subresource === 'proxy' || info.verb === 'proxy';
  if (proxied ? normalEnd < headEnd : normalEnd < pathEnd) return notNormal;
  if (info.isResourceRequest && (proxied || used < parts.length)) info.tail = rawPath.slice(headEnd);
  if (encoded) {
    const head = proxied ? parts.slice(0, used) : parts;
    if (head.includes(undefined)) return notNormal;
    const end = proxied ? info.tail : rawPath.endsWith('/') ? '/' : '';
    info.path = `/${head.join('/')}${end}`;
  }
  if (!proxied && !isDecodable(rawQuery))
    return { refused: 'the query of the request is not properly encoded' };
  if (info.name === '') refineVerb(info);
  return info;
}

const notNormal = { refused: 'the path of the request is not in normal form' };

function emptyInfo(path: string, rawQuery: string, method: string): RequestInfo {
  return {
    path,
    rawQuery,
    query: new QueryParameters(rawQuery),
    isResourceRequest: false,
    verb: verbs.get(method) ?? '',
    prefix: '',
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    tail: '',
  };
}

/** Fills in what the parts say, and returns how many of them it took; -1 for a watch or proxy of nothing. */
function interpret(info: RequestInfo, parts: readonly string[], method: string): number {
  const prefix = parts[0];
  const grouped = prefix === 'apis';
  if ((prefix !== 'api' && !grouped) || parts.length < (grouped ? 4 : 3)) {
    info.verb = method.toLowerCase();
    return parts.length;
  }
  info.isResourceRequest = true;
  info.prefix = prefix;
  if (grouped) info.group = parts[1]!;
  let at = grouped ? 2 : 1;
  info.version = parts[at++]!;
  if (parts[at] === 'watch' || parts[at] === 'proxy') {
    info.verb = parts[at++]!;
    if (at === parts.length) return -1;
  }
  at = enterNamespace(info, parts, at);
  return takeResource(info, parts, at);
}

/** `namespaces/<name>` leads to what is in it, unless the namespace itself is meant. */
function enterNamespace(info: RequestInfo, parts: readonly string[], at: number): number {
  if (parts[at] !== 'namespaces' || at + 1 >= parts.length) return at;
  info.namespace = parts[at + 1]!;
  const next = parts[at + 2];
  const isItself = at + 2 >= parts.length || next === 'status' || next === 'finalize';
  return isItself ? at : at + 2;
}

function takeResource(info: RequestInfo, parts: readonly string[], start: number): number {
  let at = start;
  info.resource = parts[at++]!;
  if (at < parts.length) info.name = parts[at++]!;
  if (at < parts.length && info.verb !== 'proxy') info.subresource = parts[at++]!;
  return at;
}

/** Characters that the first parts take in the path, each with the slash before it. */
function lengthOf(rawParts: readonly string[], count: number): number {
  let length = 0;
  for (let i = 0; i < count; i++) length += rawParts[i]!.length + 1;
  return length;
}

/** Without a name in the path it is a collection: list, watch or deletecollection; a selector may still name one. */
function refineVerb(info: RequestInfo): void {
  if (!info.isResourceRequest) return;
  if (info.verb === 'get') {
    info.verb = info.query.boolean('watch') ? 'watch' : 'list';
    info.name = exactName(info.query.get('fieldSelector') ?? '');
  } else if (info.verb === 'delete') {
    info.verb = 'deletecollection';
  }
}

/** The name that a selector limits the collection to, so that rules about names hold for it; empty when none. */
function exactName(fieldSelector: string): string {
  if (fieldSelector === '') return '';
  try {
    const name = parseFieldSelector(fieldSelector).exactValue('metadata.name') ?? '';
    return name === '.' || name === '..' || /[/%]/.test(name) ? '' : name;
  } catch (error) {
    // The one who lists will be told; here it only means that no name is known.
    if (error instanceof SelectorError) return '';
    throw error;
  }
}
