import type { CoreV1EndpointSubset, CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1Endpoints>([
  column('Endpoints', 'string', 'Where it can be reached: the first few.', ({ subsets }) =>
    endpointsText(subsets ?? []),
  ),
]);

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
