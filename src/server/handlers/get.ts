import { badRequest } from '../../api/meta/status.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { sendEntry } from '../response/send-object.ts';

export interface GetDependencies {
  reader: Pick<Reader, 'get'>;
  representations: Representations;
}

/** GET of one object. */
export function getHandler({ reader, representations }: GetDependencies): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    if (info.query.boolean('export')) {
      throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
    }
    const { namespaced } = served.definition;
    const version = info.query.get('resourceVersion') ?? '';
    const entry = await reader.get(served.resource, namespaced ? info.namespace : '', info.name, version);
    sendEntry(exchange, representations, entry);
  };
}
