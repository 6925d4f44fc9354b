import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { keepingLostFields } from '../../shared/preserve-lost-fields.ts';
import { olderVersion } from './conversion.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateSlice, validateSliceUpdate } from './validation.ts';

/** Some of the addresses at which a service can be reached. */
export function endpointSlice({ dialect }: KindDependencies): KindRules<DiscoveryV1EndpointSlice> {
  const group = `discovery.${dialect.api}`;
  return {
    group,
    kind: 'EndpointSlice',
    applyDefaults({ ports }) {
      for (const port of ports ?? []) {
        port.name ??= '';
        port.protocol ??= 'TCP';
      }
    },
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    // There is no spec: all of it is.
    specOf: ({ addressType, endpoints, ports }) => ({ addressType, endpoints, ports }),
    ...strategy,
    validateCreate: validateSlice,
    validateUpdate: validateSliceUpdate,
    versions: { [`${group}/v1beta1`]: keepingLostFields(olderVersion(dialect), dialect) },
    table,
  };
}
