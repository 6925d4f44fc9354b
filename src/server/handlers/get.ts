import { badRequest } from '../../api/machinery/status.ts';
import type { Reader } from '../../registry/reader.ts';
import type { Handler } from '../exchange.ts';
import { sendEntry } from '../send-object.ts';
import type { Views } from '../views.ts';

/** GET of one object. */
export function getHandler(reader: Pick<Reader, 'get'>, views: Views): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    if (info.query.boolean('export')) {
      throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
    }
    const { namespaced } = served.definition;
    const version = info.query.get('resourceVersion') ?? '';
    const entry = await reader.get(served.resource, namespaced ? info.namespace : '', info.name, version);
    sendEntry(exchange, views, entry);
  };
}
