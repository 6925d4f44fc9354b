import { type FieldError, type FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';
import type {
  CoreV1ISCSIPersistentVolumeSource,
  CoreV1ISCSIVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { requireText, validateRange } from '../field-checks.ts';

/** What an address of iSCSI looks like, by the three letters that it begins with. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.[0-9]{4}-[0-9]{2}\.[-A-Za-z0-9.]+:[^,;*&$|\t\n\f\r ]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
]);

export function validateIscsi(
  source: CoreV1ISCSIVolumeSource | CoreV1ISCSIPersistentVolumeSource,
  path: FieldPath,
): FieldError[] {
  const { targetPortal, iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const needsSecret = (chapAuthDiscovery || chapAuthSession) && secretRef === undefined;
  return [
    ...requireText(targetPortal, path, 'targetPortal'),
    ...(iqn === '' ? [required(path.child('iqn'))] : validateAddress(iqn, path.child('iqn'))),
    ...validateRange(lun, path.child('lun'), [0, 255]),
    ...(needsSecret ? [required(path.child('secretRef'))] : []),
    ...(initiatorName === undefined ? [] : validateAddress(initiatorName, path.child('initiatorname'))),
  ];
}

/** `iqn.2001-04.com.example:storage.disk1`, `eui.02004567A425678D`, `naa.6…`. */
function validateAddress(address: string, path: FieldPath): FieldError[] {
  const format = formats.get(address.slice(0, 3));
  if (format === undefined) {
    return [invalid(path, address, 'must be valid format starting with iqn, eui, or naa')];
  }
  return format.test(address) ? [] : [invalid(path, address, 'must be valid format')];
}

/** A node names the interface that it makes after both; 64 is all it can hold. */
export function validateInitiator(
  source: CoreV1ISCSIVolumeSource | CoreV1ISCSIPersistentVolumeSource,
  volumeName: string,
  namePath: FieldPath,
): FieldError[] {
  const tooLong = Buffer.byteLength(`${volumeName}:${source.targetPortal}`) > 64;
  if (source.initiatorName === undefined || !tooLong) return [];
  const text =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalid(namePath, volumeName, text)];
}
