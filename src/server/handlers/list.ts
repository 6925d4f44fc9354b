import type { Reader } from '../../registry/read/reader.ts';
import type { Handler } from '../exchange.ts';
import { parseListOptions } from '../request/list-options.ts';
import type { ListResponder } from '../response/list-responder.ts';

/** GET of a collection. */
export function listHandler(
  reader: Pick<Reader, 'list'>,
  responder: ListResponder,
  metaGroup: string,
): Handler {
  return async (exchange) => {
    const { info, served, state } = exchange;
    const options = parseListOptions(info, served, metaGroup);
    const result = await reader.list(served.resource, { ...options, pacer: state.pacer });
    await responder.send(exchange, options.selection, result);
  };
}
