import type { Reader } from '../../registry/reader.ts';
import type { Handler } from '../exchange.ts';
import { sendJson } from '../respond.ts';
import { type Views, viewOf } from '../views.ts';

/** GET of one object. */
export function getHandler(reader: Reader, views: Views): Handler {
  return async ({ request, response, info, served, accept }) => {
    const { namespaced } = served.definition;
    const version = info.query.get('resourceVersion') ?? '';
    const entry = await reader.get(served.resource, namespaced ? info.namespace : '', info.name, version);
    sendJson(request, response, 200, viewOf(views, served, entry.json, accept, info.query.get('includeObject')), accept);
  };
}
