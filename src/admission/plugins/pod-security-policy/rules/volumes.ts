import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { CoreV1ProjectedVolumeSource, CoreV1Volume } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { HostPaths } from './host-paths.ts';
import type { PodCase, PodRule } from './rule.ts';

const path = FieldPath.of('spec', 'volumes');

export const volumes: PodRule = {
  check: (given) => {
    const hostPaths = new HostPaths(given);
    return (given.pod.spec.volumes ?? []).flatMap((volume, index) =>
      checkVolume(given, volume, path.index(index), hostPaths),
    );
  },
};

function checkVolume(
  given: PodCase,
  volume: CoreV1Volume,
  at: FieldPath,
  hostPaths: HostPaths,
): FieldError[] {
  const { policy, dialect } = given;
  const { volumes: allowed = [], allowedFlexVolumes = [], allowedCSIDrivers = [] } = policy.spec;
  const type = typeOf(volume);
  if (type === undefined) return [invalid(at, '', 'unknown volume type for volume: nothing is set')];
  const isAllowed =
    allowed.includes('*') ||
    allowed.includes(type) ||
    // Every pod gets such a volume, in the place of the Secret that it got before.
    (type === 'projected' && allowed.includes('secret') && isOfServiceAccount(volume.projected!, dialect));
  if (!isAllowed) return [invalid(at, type, `${type} volumes are not allowed to be used`)];
  if (volume.hostPath) return hostPaths.check(volume.name, volume.hostPath.path, at);
  const { flexVolume, csi } = volume;
  if (flexVolume && allowedFlexVolumes.length > 0) {
    const { driver } = flexVolume;
    if (!allowedFlexVolumes.some((one) => one.driver === driver))
      return [invalid(at.child('driver'), driver, 'Flexvolume driver is not allowed to be used')];
  }
  if (csi && allowedCSIDrivers.length > 0 && !allowedCSIDrivers.some(({ name }) => name === csi.driver))
    return [invalid(at.child('csi', 'driver'), csi.driver, 'Inline CSI driver is not allowed to be used')];
  return [];
}

/** Name of its type in policies: the field, but for one that is written otherwise. */
function typeOf(volume: CoreV1Volume): string | undefined {
  const field = Object.entries(volume).find(([name, source]) => name !== 'name' && source)?.[0];
  return field === 'cephfs' ? 'cephFS' : field;
}

/** Nothing but the token of a service account and what comes with it. */
function isOfServiceAccount({ sources }: CoreV1ProjectedVolumeSource, { prefix }: Dialect): boolean {
  return (sources ?? []).every(({ serviceAccountToken, configMap, downwardAPI, secret }) => {
    if (secret) return false;
    if (configMap)
      return (
        configMap.name === `${prefix}-root-ca.crt` &&
        isOne(configMap.items, ({ key, path: place }) => key === 'ca.crt' && place === 'ca.crt')
      );
    if (downwardAPI)
      return isOne(
        downwardAPI.items,
        ({ path: place, fieldRef }) => place === 'namespace' && fieldRef?.fieldPath === 'metadata.namespace',
      );
    return serviceAccountToken?.path === 'token';
  });
}

const isOne = <T>(items: readonly T[] | null | undefined, isSo: (item: T) => boolean): boolean =>
  items?.length === 1 && isSo(items[0]!);
