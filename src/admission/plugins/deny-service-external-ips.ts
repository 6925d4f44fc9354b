import type { CoreV1Service } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { objectOf, oldOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** A user who may write Services could draw the traffic of any address to a pod; existing addresses may stay. */
export const denyServiceExternalIps: PluginDescriptor = {
  name: 'DenyServiceExternalIPs',
  since: '1.21',
  onByDefault: false,
  flags: [],
  create: async () => ({
    handles: handling('', 'services', ['CREATE', 'UPDATE']),
    validate: (attributes) => {
      const { externalIPs = [] } = objectOf<CoreV1Service>(attributes).spec;
      const before = new Set(oldOf<CoreV1Service | undefined>(attributes)?.spec.externalIPs ?? []);
      if (externalIPs.every((address) => before.has(address))) return;
      throw forbidden(attributes, 'Use of external IPs is denied by admission control');
    },
  }),
};
