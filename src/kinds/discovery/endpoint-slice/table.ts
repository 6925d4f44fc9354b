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

const mostItems = 3;

/** `a,b,c + 2 more...` */
function listText(items: readonly string[]): string {
  const text = items.slice(0, mostItems).join(',');
  if (items.length > mostItems) return `${text} + ${items.length - mostItems} more...`;
  return text || '<unset>';
}
