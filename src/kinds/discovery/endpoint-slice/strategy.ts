import type { DiscoveryV1Endpoint, DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { isBeta } from '../../shared/update-rules/of-version.ts';
import { sameValue } from '../../shared/workload/same-value.ts';

type Slice = DiscoveryV1EndpointSlice;

/** `apiVersion` is the request's; undefined when the server itself writes. */
export const strategy = {
  prepareForCreate(slice: Slice, apiVersion?: string): void {
    dropHints(slice);
    dropTopology(slice, apiVersion);
  },
  prepareForUpdate(slice: Slice, old: Slice, apiVersion?: string): void {
    if (!endpointsOf(old).some(({ hints }) => hints !== undefined)) dropHints(slice);
    // Who writes something else of a slice need not know of the older version.
    if (!sameValue(slice.endpoints, old.endpoints)) dropTopology(slice, apiVersion);
  },
};

/** Where traffic should stay within a zone is not switched on in this release; who has it already keeps it. */
function dropHints(slice: Slice): void {
  for (const endpoint of endpointsOf(slice)) delete endpoint.hints;
}

/** What only the older version can say of a place is read-only in the newer one; writing it is no mistake. */
function dropTopology(slice: Slice, apiVersion: string | undefined): void {
  if (apiVersion === undefined || isBeta(apiVersion)) return;
  for (const endpoint of endpointsOf(slice)) delete endpoint.deprecatedTopology;
}

const endpointsOf = ({ endpoints }: Slice): DiscoveryV1Endpoint[] => endpoints ?? [];
