import { badRequest, StatusError } from '../../api/meta/status.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { FieldSelector, parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { SelectorError } from '../../api/selectors/selector-error.ts';
import { parseShardSelector, type ShardSelector } from '../../api/selectors/shard-selector.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { ListRequest, ResourceVersionMatch } from '../../registry/read/reader.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { ApiContext } from '../api-context.ts';
import type { ListOptionRules, RelatedOptions } from '../list-option-rules.ts';
import type { ServedResource } from '../surface/api-surface.ts';

export interface ListOptions extends ListRequest {
  watch: boolean;
  allowWatchBookmarks: boolean;
  /** Undefined when the client does not say. */
  sendInitialEvents: boolean | undefined;
  /** Seconds; undefined when the client does not say. */
  timeoutSeconds: number | undefined;
}

const inEveryKind = ['metadata.name', 'metadata.namespace'];
const inClusterKind = ['metadata.name'];

/** A request for a list, as far as its options depend on it. */
export interface ListedRequest {
  readonly info: RequestInfo;
  readonly served: ServedResource;
  readonly api: Pick<ApiContext, 'metaGroup' | 'listOptions'>;
}

/** Parses the options of a list, watch or deletecollection. Throws BadRequest or Invalid. */
export function parseListOptions({ info, served, api }: ListedRequest): ListOptions {
  const { query } = info;
  // Numbers are read before selectors, and what selectors are about comes after the rules for options.
  const timeoutSeconds = query.integer('timeoutSeconds');
  const limit = Math.max(0, query.integer('limit') ?? 0);
  const labels = understood(() => parseLabelSelector(query.get('labelSelector') ?? ''));
  const fields = understood(() => parseFieldSelector(query.get('fieldSelector') ?? ''));
  const given = {
    watch: info.verb === 'watch',
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    match: query.get('resourceVersionMatch') || undefined,
    sendInitialEvents: query.has('sendInitialEvents') ? query.boolean('sendInitialEvents') : undefined,
  };
  const related = withDefaults(given, api.listOptions);
  const errors = api.listOptions.errorsOf(related);
  if (errors.length > 0) throw invalidObject({ group: api.metaGroup, kind: 'ListOptions' }, '', errors);
  const options = {
    ...related,
    match: related.match as ResourceVersionMatch | undefined,
    limit: isAnyState(related) && api.listOptions.anyStateIsWhole ? 0 : limit,
    allowWatchBookmarks: query.boolean('allowWatchBookmarks'),
    timeoutSeconds,
  };
  const namespace = served.definition.namespaced ? info.namespace : '';
  const shard = api.listOptions.shards ? shardOf(query.get('shardSelector')) : undefined;
  const selection = new Selection(namespace, labels, fieldSelector(fields, info, served), shard);
  return { ...options, selection };
}

/** Throws an error without a reason, as clients know it. */
function shardOf(text: string | undefined): ShardSelector | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parseShardSelector(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw new StatusError(500, undefined, `invalid shard selector: ${error.message}`);
  }
}

/** A watch from the start begins with the state, and is told where that ends. */
function withDefaults(options: RelatedOptions, { streamsByDefault }: ListOptionRules): RelatedOptions {
  const { watch, resourceVersion, match, sendInitialEvents } = options;
  const isFromStart = watch && (resourceVersion === '' || resourceVersion === '0');
  if (!streamsByDefault || !isFromStart || match !== undefined || sendInitialEvents !== undefined)
    return options;
  return { ...options, match: 'NotOlderThan', sendInitialEvents: true };
}

/** Whether any state of the cache will do, which is given as a whole. */
const isAnyState = ({ resourceVersion, match }: RelatedOptions): boolean =>
  resourceVersion === '0' && match !== 'Exact';

function fieldSelector(parsed: FieldSelector, info: RequestInfo, served: ServedResource): FieldSelector {
  const requirements = parsed.requirements.map((requirement) => ({
    ...requirement,
    field: knownField(requirement.field, served),
  }));
  if (info.name === '') return new FieldSelector(requirements);
  if (requirements.length > 0 && parsed.exactValue('metadata.name') !== info.name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return new FieldSelector([...requirements, { field: 'metadata.name', operator: '=', value: info.name }]);
}

/** The name of a selector's field in the stored version. Throws BadRequest for a field that cannot be selected by. */
function knownField(field: string, { definition, resource, apiVersion }: ServedResource): string {
  const own = resource.rules.selectableFields;
  if (own === undefined) {
    if (inEveryKind.includes(field)) return field;
    const known = inEveryKind.map((name) => JSON.stringify(name)).join(', ');
    throw badRequest(`${JSON.stringify(field)} is not a known field selector: only ${known}`);
  }
  // A kind that lists its fields knows of no namespace unless its objects have one.
  const common = definition.namespaced && !own.withoutNamespace ? inEveryKind : inClusterKind;
  if (common.includes(field)) return field;
  const names = own.namesIn?.[apiVersion];
  const name = names === undefined ? (ownEntry(own.aliases, field) ?? field) : ownEntry(names, field);
  if (name === undefined || !own.names.includes(name))
    throw badRequest(own.refusal?.(field, apiVersion) ?? `field label not supported: ${field}`);
  return name;
}

/** The own entry of a table, which is asked by a client's word: that may be `constructor`. */
function ownEntry(table: Readonly<Record<string, string>> = {}, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function understood<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof SelectorError ? badRequest(error.message) : error;
  }
}
