import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

/** A new driver has had no generation since 1.24; its first change makes it 1. */
export function driverStrategy(gates: FeatureGates): Partial<KindRules<StorageV1CSIDriver>> {
  if (!gates.isIn('1.24')) return { tracksGeneration: true };
  const isChanged = gates.isIn('1.30') ? specChanged : requestsChanged;
  return {
    prepareForUpdate(driver, old) {
      if (isChanged(driver, old)) driver.metadata.generation = (old.metadata.generation ?? 0) + 1;
    },
  };
}

const specChanged = ({ spec }: StorageV1CSIDriver, old: StorageV1CSIDriver): boolean =>
  !equalValues(spec, old.spec);

const requestsChanged = ({ spec }: StorageV1CSIDriver, old: StorageV1CSIDriver): boolean =>
  !equalValues(spec.tokenRequests, old.spec.tokenRequests) ||
  spec.requiresRepublish !== old.spec.requiresRepublish;
