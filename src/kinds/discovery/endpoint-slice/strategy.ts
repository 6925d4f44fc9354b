import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { sameValue } from '../../shared/same-value.ts';
import { isBeta } from '../../shared/version-name.ts';

type Slice = DiscoveryV1EndpointSlice;

/** `apiVersion` is the request's; undefined when the server itself writes. */
export const strategy = {
  prepareForCreate: dropTopology,
  prepareForUpdate(slice: Slice, old: Slice, apiVersion?: string): void {
    // Who writes something else of a slice need not know of the older version.
    if (!sameValue(slice.endpoints, old.endpoints)) dropTopology(slice, apiVersion);
  },
};

/** What only the older version can say of a place is read-only in the newer one; writing it is no mistake. */
function dropTopology(slice: Slice, apiVersion?: string): void {
  if (apiVersion === undefined || isBeta(apiVersion)) return;
  if (!slice.endpoints) return;
  // Endpoints may be shared with the old slice.
  slice.endpoints = slice.endpoints.map(({ deprecatedTopology: _, ...endpoint }) => endpoint);
}
