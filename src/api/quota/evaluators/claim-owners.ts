import { ownValue } from '../../json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../meta/dialect.ts';
import type { Objects } from '../../meta/lister.ts';
import type { GroupResource } from '../../meta/status.ts';
import type { CoreV1Pod, ResourceV1ResourceClaim } from '../../schema/types.gen.ts';

/** Finds the pods for whose containers a scheduler made claims. */
export interface ClaimOwners {
  /** The uid of the pod for whose containers the claim was made. */
  uidOf(claim: ResourceV1ResourceClaim): string | undefined;
  /** The pod that was charged for what the claim asks for: of its claims, only one is that. */
  chargedFor(claim: ResourceV1ResourceClaim): CoreV1Pod | undefined;
}

export function claimOwners(
  dialect: Dialect,
  objects: Objects,
  claimType: GroupResource,
  podType: GroupResource,
): ClaimOwners {
  const annotation = fillPlaceholders(dialect, 'resource.{label}/extended-resource-claim');
  const controllerOf = ({ metadata }: ResourceV1ResourceClaim) => {
    if (ownValue(metadata.annotations ?? {}, annotation) !== 'true') return undefined;
    const controller = metadata.ownerReferences?.find((reference) => reference.controller);
    return controller?.kind === 'Pod' && controller.apiVersion === 'v1' ? controller : undefined;
  };
  const uidOf = (claim: ResourceV1ResourceClaim): string | undefined => controllerOf(claim)?.uid;
  /** A claim that is just being made is not among those that are there. */
  const isFirst = (claim: ResourceV1ResourceClaim): boolean => {
    const uid = uidOf(claim);
    const all = objects.lister<ResourceV1ResourceClaim>(claimType).list(claim.metadata.namespace!);
    return all.every((other) => uidOf(other) !== uid || !isBefore(other, claim));
  };
  return {
    uidOf,
    chargedFor: (claim) => {
      const controller = controllerOf(claim);
      if (controller === undefined) return undefined;
      const pod = objects.lister<CoreV1Pod>(podType).get(claim.metadata.namespace!, controller.name);
      if (pod === undefined || pod.metadata.uid !== controller.uid) return undefined;
      const named = pod.status?.extendedResourceClaimStatus?.resourceClaimName;
      const isIts = named ? named === claim.metadata.name : isFirst(claim);
      return isIts ? pod : undefined;
    },
  };
}

function isBefore({ metadata: one }: ResourceV1ResourceClaim, { metadata: other }: ResourceV1ResourceClaim) {
  const [since, otherSince] = [one, other].map(({ creationTimestamp }) => String(creationTimestamp ?? ''));
  return since === otherSince ? one.name! < other.name! : since! < otherSince!;
}
