import type { Reader } from '../../registry/read/reader.ts';
import type { Handler } from '../exchange.ts';
import { parseListOptions } from '../request/list-options.ts';
import type { ListResponder } from '../response/list-responder.ts';

export interface ListDependencies {
  reader: Pick<Reader, 'list'>;
  responder: ListResponder;
}

/** GET of a collection. */
export function listHandler({ reader, responder }: ListDependencies): Handler {
  return async (exchange) => {
    const { served, state } = exchange;
    const options = parseListOptions(exchange);
    const result = await reader.list(served.resource, { ...options, pacer: state.pacer });
    await responder.send(exchange, options.selection, result);
  };
}
