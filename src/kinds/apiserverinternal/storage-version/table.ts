import type { ApiserverinternalV1alpha1StorageVersion } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

const maxServers = 3;

export const table: TableRules<ApiserverinternalV1alpha1StorageVersion> = {
  columns: [
    nameColumn,
    column('CommonEncodingVersion', 'string', 'The version in which all servers store.'),
    column('StorageVersions', 'string', 'The version in which each server stores.'),
    ageColumn,
  ],
  cells: ({ metadata, status }, now) => [
    metadata.name ?? '',
    status.commonEncodingVersion ?? '<unset>',
    serversText(status.storageVersions),
    ageCell(metadata, now),
  ],
};

/** `a=apps/v1,b=apps/v1 + 2 more...`. */
function serversText(servers: ApiserverinternalV1alpha1StorageVersion['status']['storageVersions']): string {
  if (!servers?.length) return '<unset>';
  const texts = servers.map(
    ({ apiServerID, encodingVersion }) => `${apiServerID ?? ''}=${encodingVersion ?? ''}`,
  );
  const rest = texts.length - maxServers;
  return texts.slice(0, maxServers).join(',') + (rest > 0 ? ` + ${rest} more...` : '');
}
