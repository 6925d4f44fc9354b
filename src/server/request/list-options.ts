import { badRequest } from '../../api/meta/status.ts';
import type { QueryParameters } from '../../api/request/query-parameters.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { FieldSelector, parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { SelectorError } from '../../api/selectors/selector-error.ts';
import { type FieldError, forbidden, notSupported } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { ListRequest, ResourceVersionMatch } from '../../registry/read/reader.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { ApiContext } from '../api-context.ts';
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
  readonly api: Pick<ApiContext, 'metaGroup'>;
}

/** Parses the options of a list, watch or deletecollection. Throws BadRequest or Invalid. */
export function parseListOptions({ info, served, api }: ListedRequest): ListOptions {
  const { query } = info;
  // Numbers are read before selectors, and what selectors are about comes after the rules for options.
  const timeoutSeconds = query.integer('timeoutSeconds');
  const limit = Math.max(0, query.integer('limit') ?? 0);
  const labels = understood(() => parseLabelSelector(query.get('labelSelector') ?? ''));
  const fields = understood(() => parseFieldSelector(query.get('fieldSelector') ?? ''));
  const options = {
    limit,
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    match: query.get('resourceVersionMatch') as ResourceVersionMatch | undefined,
    watch: info.verb === 'watch',
    allowWatchBookmarks: query.boolean('allowWatchBookmarks'),
    sendInitialEvents: query.has('sendInitialEvents') ? query.boolean('sendInitialEvents') : undefined,
    timeoutSeconds,
  };
  if (query.get('resourceVersionMatch') === '') options.match = undefined;
  const errors = validate(options, query);
  if (errors.length > 0) throw invalidObject({ group: api.metaGroup, kind: 'ListOptions' }, '', errors);
  const namespace = served.definition.namespaced ? info.namespace : '';
  return { ...options, selection: new Selection(namespace, labels, fieldSelector(fields, info, served)) };
}

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
  const common = definition.namespaced ? inEveryKind : inClusterKind;
  if (common.includes(field)) return field;
  const names = own.namesIn?.[apiVersion];
  const name = names === undefined ? (ownEntry(own.aliases, field) ?? field) : ownEntry(names, field);
  if (name === undefined || !own.names.includes(name))
    throw badRequest(`field label not supported: ${field}`);
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

function validate(options: Omit<ListOptions, 'selection'>, query: QueryParameters): FieldError[] {
  const match = options.match as string | undefined;
  const isInitialEventsWatch = options.watch && options.sendInitialEvents !== undefined;
  const errors: FieldError[] = [];
  if (options.sendInitialEvents !== undefined && !options.watch) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  if (isInitialEventsWatch && match !== 'NotOlderThan') {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      ),
    );
  }
  if (match === undefined || isInitialEventsWatch) return errors;
  if (options.watch) {
    errors.push(forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden for watch'));
  }
  if (query.get('resourceVersion') === undefined || options.resourceVersion === '') {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden unless resourceVersion is provided',
      ),
    );
  }
  if (options.continueToken !== '') {
    errors.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
    );
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && options.resourceVersion === '0') {
    errors.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    );
  }
  return errors;
}
