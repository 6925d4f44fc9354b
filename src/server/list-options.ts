import { type FieldError, forbidden, notSupported } from '../api/machinery/field-errors.ts';
import { FieldSelector, parseFieldSelector } from '../api/machinery/field-selector.ts';
import { parseLabelSelector } from '../api/machinery/label-selector.ts';
import type { QueryParameters } from '../api/machinery/query-parameters.ts';
import type { RequestInfo } from '../api/machinery/request-info.ts';
import { SelectorError } from '../api/machinery/selector-error.ts';
import { badRequest, invalidObject } from '../api/machinery/status.ts';
import type { ListRequest, ResourceVersionMatch } from '../registry/reader.ts';
import type { StoredResource } from '../registry/resource.ts';
import { Selection } from '../storage/watch-cache/selection.ts';

export interface ListOptions extends ListRequest {
  watch: boolean;
  allowWatchBookmarks: boolean;
  /** Undefined when the client does not say. */
  sendInitialEvents: boolean | undefined;
  /** Seconds; undefined when the client does not say. */
  timeoutSeconds: number | undefined;
}

const inEveryKind = ['metadata.name', 'metadata.namespace'];

/** What a list, watch or deletion of a collection is about. Throws BadRequest or Invalid. */
export function parseListOptions(
  info: RequestInfo,
  resource: StoredResource,
  metaGroup: string,
): ListOptions {
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
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind: 'ListOptions' }, '', errors);
  const namespace = resource.definition.namespaced ? info.namespace : '';
  return { ...options, selection: new Selection(namespace, labels, fieldSelector(fields, info, resource)) };
}

function fieldSelector(parsed: FieldSelector, info: RequestInfo, { rules }: StoredResource): FieldSelector {
  const own = rules.selectableFields;
  const requirements = parsed.requirements.map((requirement) => {
    const field = own?.aliases?.[requirement.field] ?? requirement.field;
    if (!inEveryKind.includes(field) && !own?.names.includes(field))
      throw unknownField(field, own !== undefined);
    return { ...requirement, field };
  });
  if (info.name === '') return new FieldSelector(requirements);
  if (requirements.length > 0 && parsed.exactValue('metadata.name') !== info.name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return new FieldSelector([...requirements, { field: 'metadata.name', operator: '=', value: info.name }]);
}

function unknownField(field: string, kindHasOwn: boolean) {
  const known = inEveryKind.map((name) => JSON.stringify(name)).join(', ');
  return badRequest(
    kindHasOwn
      ? `field label not supported: ${field}`
      : `${JSON.stringify(field)} is not a known field selector: only ${known}`,
  );
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
