import type { Dialect } from '../../meta/dialect.ts';
import type { Objects } from '../../meta/lister.ts';
import type { ResourceV1DeviceClass, ResourceV1ResourceClaim } from '../../schema/types.gen.ts';
import type { Quantity } from '../../values/quantity.ts';
import { addTo, increase, one } from '../amounts.ts';
import { claimOwners } from './claim-owners.ts';
import { claimedDevices } from './claimed-devices.ts';
import type { Evaluator, ObjectUsage } from './evaluator.ts';
import { extendedNames } from './extended-names.ts';
import type { QuotaFeatures } from './features.ts';

/** The dependencies of the evaluator of claims. */
export interface ClaimContext {
  readonly dialect: Dialect;
  readonly features: QuotaFeatures;
  readonly objects: Objects;
  /** The evaluator of pods. */
  readonly pods: Evaluator;
}

/**
 * Claims of devices, and the devices of each class that they ask for: as such, and under the names by which containers
 * ask for the same devices. What a pod was charged for under such a name is not charged again with its claim.
 */
export function resourceClaims({ dialect, features, objects, pods }: ClaimContext): Evaluator {
  const group = `resource.${dialect.api}`;
  const type = { group, resource: 'resourceclaims' };
  const classType = { group, resource: 'deviceclasses' };
  const counted = `count/resourceclaims.${group}`;
  const ending = `.deviceclass.${group}/devices`;
  const { isLimited, ofClass } = extendedNames(dialect, features);
  const { countsDeviceClasses } = features;
  const owners = claimOwners(dialect, objects, type, pods.type);

  /** The same devices by the names that containers use. */
  const byExtendedName = (devices: ReadonlyMap<string, Quantity>): Map<string, Quantity> => {
    const usage = new Map<string, Quantity>();
    for (const [name, amount] of devices) {
      const found = objects.lister<ResourceV1DeviceClass>(classType).get('', name);
      const extended = found?.spec.extendedResourceName;
      const names = extended ? [ofClass(name), extended] : [ofClass(name)];
      addTo(usage, new Map(names.map((each) => [`requests.${each}`, amount])));
    }
    return usage;
  };

  const examine = (claim: ResourceV1ResourceClaim): ObjectUsage => {
    const devices = claimedDevices(claim);
    const usage = new Map([[counted, one]]);
    for (const [name, amount] of devices) usage.set(`${name}${ending}`, amount);
    if (!countsDeviceClasses) return { usage };
    const owner = owners.uidOf(claim);
    const pod = owners.chargedFor(claim);
    const charged = pod === undefined ? undefined : pods.examine(pod).usage;
    const extended = byExtendedName(devices);
    addTo(usage, charged === undefined ? extended : increase(extended, charged));
    return owner === undefined ? { usage } : { usage, owner };
  };

  return {
    type,
    updates: [],
    countable: (resources) =>
      [...resources.keys()].filter(
        (name) => name === counted || name.endsWith(ending) || (countsDeviceClasses && isLimited(name)),
      ),
    examine,
    ...(countsDeviceClasses && {
      dependsOn: [
        { type: classType, isOwner: false },
        { type: pods.type, isOwner: true },
      ],
    }),
  };
}
