import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';
import { betaRules } from './conversion.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateSlice, validateSliceUpdate } from './validation.ts';

/** A part of the endpoints of a Service. */
export function endpointSlice({ dialect }: KindDependencies): KindRules<DiscoveryV1EndpointSlice> {
  const group = `discovery.${dialect.api}`;
  return {
    group,
    kind: 'EndpointSlice',
    sharesNestedFields: true,
    applyDefaults({ ports }) {
      for (const port of ports ?? []) {
        port.name ??= '';
        port.protocol ??= 'TCP';
      }
    },
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    // EndpointSlice has no spec: these fields count as one.
    specOf: ({ addressType, endpoints, ports }) => ({ addressType, endpoints, ports }),
    ...strategy,
    validateCreate: validateSlice,
    validateUpdate: validateSliceUpdate,
    versions: { [`${group}/v1beta1`]: preserveLostFields(betaRules(dialect), dialect) },
    table,
  };
}
