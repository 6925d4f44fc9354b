import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { isBeta } from '../../shared/version-name.ts';

type Slice = DiscoveryV1EndpointSlice;

/** `apiVersion` is the request's; undefined when the server itself writes. */
export function strategy(gates: FeatureGates) {
  const keepsEmptyLists = !gates.isIn('1.33');
  const unlist = (slice: Slice): void => {
    if (keepsEmptyLists) return;
    if (slice.ports?.length === 0) slice.ports = null;
    if (slice.endpoints?.length === 0) slice.endpoints = null;
  };
  return {
    prepareForCreate(slice: Slice, apiVersion?: string): void {
      dropDeprecatedTopology(slice, apiVersion);
      unlist(slice);
    },
    prepareForUpdate(slice: Slice, old: Slice, apiVersion?: string): void {
      // A client that writes other fields need not know about v1beta1.
      if (!equalValues(slice.endpoints, old.endpoints)) dropDeprecatedTopology(slice, apiVersion);
      unlist(slice);
    },
  };
}

/** `deprecatedTopology` is read-only in v1: what a request sets there is dropped without an error. */
function dropDeprecatedTopology(slice: Slice, apiVersion?: string): void {
  if (apiVersion === undefined || isBeta(apiVersion)) return;
  if (!slice.endpoints) return;
  // Endpoints may be shared with the old slice.
  slice.endpoints = slice.endpoints.map(({ deprecatedTopology: _, ...endpoint }) => endpoint);
}
