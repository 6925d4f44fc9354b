import type {
  ResourceV1alpha3PoolStatus,
  ResourceV1alpha3ResourcePoolStatusRequest,
} from '../../../api/schema/types.gen.ts';
import { agoText, type Column, column, exactTable, nameColumn } from '../../shared/table.ts';

type Request = ResourceV1alpha3ResourcePoolStatusRequest;

const sumColumn = (
  name: string,
  description: string,
  countOf: (pool: ResourceV1alpha3PoolStatus) => number | undefined,
): Column<Request> =>
  column(name, 'string', description, ({ status }) => {
    if (status === undefined) return '-';
    return String((status.pools ?? []).reduce((sum, pool) => sum + (countOf(pool) ?? 0), 0));
  });

export const table = exactTable<Request>([
  nameColumn,
  column('Driver', 'string', 'The driver whose pools are asked about.', ({ spec }) => spec.driver),
  sumColumn('Total', 'Devices of all pools.', ({ totalDevices }) => totalDevices),
  sumColumn('Available', 'Devices that can be given to claims.', ({ availableDevices }) => availableDevices),
  sumColumn('Allocated', 'Devices that were given to claims.', ({ allocatedDevices }) => allocatedDevices),
  sumColumn('Unavailable', 'Devices that nobody can have.', ({ unavailableDevices }) => unavailableDevices),
  sumColumn('Errors', 'Pools that could not be counted.', ({ validationError }) => (validationError ? 1 : 0)),
  column('Pools', 'integer', 'How many pools match.', ({ status }) => status?.poolCount ?? 0),
  column('Status', 'string', 'Whether the question is answered.', statusText),
  column('Completed', 'string', 'How long ago it was answered.', ({ status }, now) => {
    const complete = status?.conditions?.find(({ type }) => type === 'Complete');
    return complete === undefined ? '<none>' : agoText(complete.lastTransitionTime, now);
  }),
]);

function statusText({ status }: Request): string {
  if (status === undefined) return 'Pending';
  const isTrue = (wanted: string): boolean =>
    (status.conditions ?? []).some(({ type, status: value }) => type === wanted && value === 'True');
  if (isTrue('Failed')) return 'Failed';
  if (!isTrue('Complete')) return 'Pending';
  const [shown, all] = [status.pools?.length ?? 0, status.poolCount ?? 0];
  return shown < all ? `Complete (${shown}/${all} pools)` : 'Complete';
}
