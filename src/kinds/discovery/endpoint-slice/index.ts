import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';
import { betaRules } from './conversion.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { sliceValidation } from './validation.ts';
import { sliceWarnings } from './warnings.ts';

/** From this release on labels count as part of the spec. */
const labelsCountSince = '1.24';

/** A part of the endpoints of a Service. */
export function endpointSlice({ dialect, gates }: KindDependencies): KindRules<DiscoveryV1EndpointSlice> {
  const group = `discovery.${dialect.api}`;
  return {
    group,
    kind: 'EndpointSlice',
    sharesNestedFields: true,
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    countsDroppedChanges: true,
    // EndpointSlice has no spec: these fields count as one.
    specOf: ({ addressType, endpoints, ports, metadata }) => ({
      addressType,
      endpoints,
      ports,
      labels: gates.isIn(labelsCountSince) ? metadata.labels : undefined,
    }),
    ...strategy(gates),
    ...sliceValidation(gates),
    ...sliceWarnings(gates),
    versions: { [`${group}/v1beta1`]: preserveLostFields(betaRules(dialect, gates), dialect) },
    table,
  };
}
