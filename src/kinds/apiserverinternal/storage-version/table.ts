import type { ApiserverinternalV1alpha1StorageVersion } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

const maxServers = 3;

export const table = tableOf<ApiserverinternalV1alpha1StorageVersion>([
  column(
    'CommonEncodingVersion',
    'string',
    'The version in which all servers store.',
    ({ status }) => status.commonEncodingVersion ?? '<unset>',
  ),
  column('StorageVersions', 'string', 'The version in which each server stores.', ({ status }) =>
    serversText(status.storageVersions),
  ),
]);

/** `a=apps/v1,b=apps/v1 + 2 more...`. */
function serversText(servers: ApiserverinternalV1alpha1StorageVersion['status']['storageVersions']): string {
  if (!servers?.length) return '<unset>';
  const texts = servers.map(
    ({ apiServerID, encodingVersion }) => `${apiServerID ?? ''}=${encodingVersion ?? ''}`,
  );
  const rest = texts.length - maxServers;
  return texts.slice(0, maxServers).join(',') + (rest > 0 ? ` + ${rest} more...` : '');
}
