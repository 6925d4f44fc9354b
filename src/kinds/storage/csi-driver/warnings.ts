import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';

const warning =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent ' +
  'possible logging of tokens in volume attributes';

export function driverWarnings(gates: FeatureGates) {
  const isOn = gates.isOn('CSIServiceAccountTokenSecrets');
  return ({ spec }: StorageV1CSIDriver, old: StorageV1CSIDriver | undefined): string[] => {
    const isNew = (spec.tokenRequests ?? []).length > 0 && !old?.spec.tokenRequests?.length;
    return isOn && isNew && spec.serviceAccountTokenInSecrets === undefined ? [warning] : [];
  };
}
