import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<DiscoveryV1EndpointSlice>([
  column('AddressType', 'string', 'What its addresses are.', ({ addressType }) => addressType),
  column('Ports', 'string', 'Ports that each endpoint has.', ({ ports }) =>
    listText((ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)))),
  ),
  column('Endpoints', 'string', 'Addresses of the endpoints.', ({ endpoints }) =>
    listText((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  ),
]);

const maxItems = 3;

/** `a,b,c + 2 more...` */
function listText(items: readonly string[]): string {
  const text = items.slice(0, maxItems).join(',');
  if (items.length > maxItems) return `${text} + ${items.length - maxItems} more...`;
  return text || '<unset>';
}
