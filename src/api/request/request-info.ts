import { parseFieldSelector, SelectorError } from '../selectors/field-selector.ts';
import { QueryParameters } from './query-parameters.ts';
import { decodeSegment, isDecodable, scanTarget } from './request-target.ts';

/** Attributes of a request, from its method and target alone. Router and authorizer use the same one. */
export interface RequestInfo {
  /** Decoded, with its trailing slash if it has one; the tail of a proxied path stays as it was sent. */
  path: string;
  /** Without the `?`. */
  rawQuery: string;
  query: QueryParameters;
  isResourceRequest: boolean;
  /** Verb of resource requests: get, list, watch, create, …; empty for other methods. Else the method in lower case. */
  verb: string;
  prefix: 'api' | 'apis' | '';
  group: string;
  version: string;
  /** Also set for a namespace object: its own name. */
  namespace: string;
  resource: string;
  subresource: string;
  name: string;
  /**
   * The path behind the subresource, beginning with a slash. Of a proxied path (subresource `proxy` or verb `proxy`)
   * raw, not normalized, possibly just `/`; elsewhere in normal form, and nothing is served there.
   */
  tail: string;
}

/** A Map, as over HTTP/2 the method can be any text, such as `constructor`. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * Parses a request target. `badRequest` is the reason for a 400; `error`, why a resource path has no meaning.
 *
 *     GET /api/v1/pods?watch=1                            watch pods
 *     GET /apis/apps/v1/namespaces/a/deployments/b/scale  get deployments/scale b in a
 *     GET /api/v1/namespaces/a                            get namespaces a (namespace a as well)
 *     GET /api/v1/namespaces/a/status                     get namespaces/status a
 *     GET /api/v1/watch/namespaces/a/pods/b               watch pods b in a (deprecated)
 *     ANY /api/v1/namespaces/a/pods/b/proxy/x//%2f..      pods/proxy b in a, tail `/x//%2f..`
 *
 * A slash at the end of a resource path changes nothing.
 */
export function parseRequestInfo(
  method: string,
  target: string,
): RequestInfo | { badRequest: string } | { error: string } {
  const scanned = scanTarget(target);
  if (scanned === undefined) return notNormal;
  const { pathEnd, normalEnd, encoded } = scanned;
  const rawPath = target.slice(0, pathEnd);
  const rawQuery = target.slice(pathEnd + 1);
  const rawParts = (rawPath.endsWith('/') ? rawPath.slice(1, -1) : rawPath.slice(1)).split('/');
  // Undefined for what cannot be decoded, which the tail of a proxied path may have.
  const parts = encoded ? rawParts.map(decodeSegment) : rawParts;
  const info = emptyInfo(rawPath, rawQuery, method);
  const used = interpret(info, parts as string[], method);
  if (used < 0) return { error: 'unable to determine kind and namespace from url' };
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
    return { badRequest: 'the query of the request is not properly encoded' };
  if (info.name === '') refineVerb(info);
  return info;
}

const notNormal = { badRequest: 'the path of the request is not in normal form' };

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

/** Fills in `info` and returns how many parts of the path it used; -1 for `watch` or `proxy` with nothing behind. */
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

/** Skips `namespaces/<name>`, unless the object is the namespace itself. */
function enterNamespace(info: RequestInfo, parts: readonly string[], at: number): number {
  if (parts[at] !== 'namespaces' || at + 1 >= parts.length) return at;
  info.namespace = parts[at + 1]!;
  const next = parts[at + 2];
  const isNamespaceObject = at + 2 >= parts.length || next === 'status' || next === 'finalize';
  return isNamespaceObject ? at : at + 2;
}

function takeResource(info: RequestInfo, parts: readonly string[], start: number): number {
  let at = start;
  info.resource = parts[at++]!;
  if (at < parts.length) info.name = parts[at++]!;
  if (at < parts.length && info.verb !== 'proxy') info.subresource = parts[at++]!;
  return at;
}

/** Length of the first parts of the path, each with the slash before it. */
function lengthOf(rawParts: readonly string[], count: number): number {
  let length = 0;
  for (let i = 0; i < count; i++) length += rawParts[i]!.length + 1;
  return length;
}

/** Verbs of a path without a name: list, watch or deletecollection. A field selector may still name one object. */
function refineVerb(info: RequestInfo): void {
  if (!info.isResourceRequest) return;
  if (info.verb === 'get') {
    info.verb = info.query.boolean('watch') ? 'watch' : 'list';
    info.name = exactName(info.query.get('fieldSelector') ?? '');
  } else if (info.verb === 'delete') {
    info.verb = 'deletecollection';
  }
}

/** The name that a field selector limits the collection to, for rules with `resourceNames`; empty when none. */
function exactName(fieldSelector: string): string {
  if (fieldSelector === '') return '';
  try {
    const name = parseFieldSelector(fieldSelector).exactValue('metadata.name') ?? '';
    return name === '.' || name === '..' || /[/%]/.test(name) ? '' : name;
  } catch (error) {
    // The list handler rejects the selector; here it only means that there is no name.
    if (error instanceof SelectorError) return '';
    throw error;
  }
}

/** Watches and the like: neither limited in number nor in time like other requests. */
export function isLongRunning({ verb, subresource }: { verb: string; subresource: string }): boolean {
  return verb === 'watch' || verb === 'proxy' || longRunningSubresources.has(subresource);
}

const longRunningSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

const readVerbs = new Set(['get', 'list', 'watch', 'head', 'options']);

export const isMutating = (verb: string): boolean => !readVerbs.has(verb);

/** `/healthz`, `/livez`, `/readyz` and what is below them. */
export const isHealth = ({ isResourceRequest, path }: RequestInfo): boolean =>
  !isResourceRequest && /^\/(healthz|livez|readyz)(\/|$)/.test(path);
