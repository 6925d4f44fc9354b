import { fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolume,
  CoreV1Pod,
  StorageV1VolumeAttachment,
} from '../../../../api/schema/types.gen.ts';
import type { AuthorizationMode } from '../../mode.ts';
import type { NodeObject } from './later-checks.ts';
import { NodeAuthorizer } from './node-authorizer.ts';
import { NodePods } from './node-pods.ts';
import { VolumeSecrets } from './volume-secrets.ts';

export const node: AuthorizationMode = {
  name: 'Node',
  flags: [],
  create: async (_flags, { dialect, gates, objects, resources }) => {
    const volumes = objects.lister<CoreV1PersistentVolume>({ group: '', resource: 'persistentvolumes' });
    const pods = objects.lister<CoreV1Pod>({ group: '', resource: 'pods' });
    return new NodeAuthorizer({
      dialect,
      gates,
      pods: resources.use(new NodePods(pods, dialect)),
      volumeSecrets: resources.use(new VolumeSecrets(volumes)),
      volumes,
      attachments: objects.lister<StorageV1VolumeAttachment>({
        group: fillPlaceholders(dialect, 'storage.{api}'),
        resource: 'volumeattachments',
      }),
      slices: objects.lister<NodeObject>({
        group: fillPlaceholders(dialect, 'resource.{api}'),
        resource: 'resourceslices',
      }),
      certificateRequests: objects.lister<NodeObject>({
        group: fillPlaceholders(dialect, 'certificates.{api}'),
        resource: 'podcertificaterequests',
      }),
    });
  },
};
