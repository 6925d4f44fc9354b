import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<DiscoveryV1EndpointSlice> = {
  columns: [
    nameColumn,
    column('AddressType', 'string', 'What its addresses are.'),
    column('Ports', 'string', 'Ports that each endpoint has.'),
    column('Endpoints', 'string', 'Addresses of the endpoints.'),
    ageColumn,
  ],
  cells: ({ metadata, addressType, ports, endpoints }, now) => [
    metadata.name ?? '',
    addressType,
    listText((ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)))),
    listText((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
    ageCell(metadata, now),
  ],
};

const maxItems = 3;

/** `a,b,c + 2 more...` */
function listText(items: readonly string[]): string {
  const text = items.slice(0, maxItems).join(',');
  if (items.length > maxItems) return `${text} + ${items.length - maxItems} more...`;
  return text || '<unset>';
}
