import type {
  ResourceV1alpha1ResourceClaim,
  ResourceV1alpha2ResourceClaim,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/** The first version has one handle, of the driver of the claim. */
export const singleHandles: VersionRules = {
  toStored(claim: ResourceV1alpha1ResourceClaim): unknown {
    const { allocation } = claim.status;
    if (allocation === undefined) return claim;
    const { resourceHandle, ...others } = allocation;
    const resourceHandles = resourceHandle ? [{ data: resourceHandle }] : undefined;
    return { ...claim, status: { ...claim.status, allocation: Object.assign(others, { resourceHandles }) } };
  },
  fromStored(claim: ResourceV1alpha2ResourceClaim): unknown {
    const { allocation } = claim.status;
    if (allocation === undefined) return claim;
    const { resourceHandles, ...others } = allocation;
    const resourceHandle = resourceHandles?.[0]?.data;
    return { ...claim, status: { ...claim.status, allocation: Object.assign(others, { resourceHandle }) } };
  },
};
