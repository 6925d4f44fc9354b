import type { CoreV1EndpointSubset, CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1Endpoints> = {
  columns: [nameColumn, column('Endpoints', 'string', 'Where it can be reached: the first few.'), ageColumn],
  cells: ({ metadata, subsets }, now) => [
    metadata.name ?? '',
    endpointsText(subsets ?? []),
    ageCell(metadata, now),
  ],
};

const shown = 3;

/** `10.0.0.1:80,[fd00::1]:80`; of more than three the number of the others. */
function endpointsText(subsets: CoreV1EndpointSubset[]): string {
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) => addresses.map(({ ip }) => hostAndPort(ip, port))),
  );
  const text = all.slice(0, shown).join(',');
  return all.length > shown ? `${text} + ${all.length - shown} more...` : text;
}

const hostAndPort = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
