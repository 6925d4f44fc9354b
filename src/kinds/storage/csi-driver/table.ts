import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<StorageV1CSIDriver>([
  column(
    'AttachRequired',
    'boolean',
    'Whether volumes have to be attached before they are mounted.',
    ({ spec }) => spec.attachRequired ?? true,
  ),
  column(
    'PodInfoOnMount',
    'boolean',
    'Whether the driver is told about the pod when it mounts.',
    ({ spec }) => spec.podInfoOnMount ?? false,
  ),
  column(
    'StorageCapacity',
    'boolean',
    'Whether the scheduler heeds the capacities that it reports.',
    ({ spec }) => spec.storageCapacity ?? false,
  ),
  column(
    'TokenRequests',
    'string',
    'Whom the tokens are meant for that it needs.',
    ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
  ),
  column(
    'RequiresRepublish',
    'boolean',
    'Whether it is asked to mount again and again.',
    ({ spec }) => spec.requiresRepublish ?? false,
  ),
  column(
    'Modes',
    'string',
    'How long volumes of it may live.',
    ({ spec }) => spec.volumeLifecycleModes?.join(',') || '<none>',
  ),
]);
