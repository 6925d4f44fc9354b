import type {
  CoreV1ISCSIPersistentVolumeSource,
  CoreV1ISCSIVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { requireText, validateRange } from '../field-checks.ts';

/** The forms of an iSCSI qualified name, by its first three letters. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.[0-9]{4}-[0-9]{2}\.[-A-Za-z0-9.]+:[^,;*&$|\t\n\f\r ]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
]);

export function validateIscsi(source: CoreV1ISCSIVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.targetPortal, path, 'targetPortal'),
    ...validateTarget(source, path, 'must be valid format starting with iqn, eui, or naa'),
    ...validateInitiatorName(source, path, 'must be valid format starting with iqn, eui, or naa'),
  ];
}

/** Validates the source of a PersistentVolume, which the API words in another way. */
export function validatePersistentIscsi(
  source: CoreV1ISCSIPersistentVolumeSource,
  volumeName: string,
  path: FieldPath,
): FieldError[] {
  const { targetPortal, secretRef } = source;
  return [
    ...requireText(targetPortal, path, 'targetPortal'),
    ...(isTooLong(source, volumeName) ? [invalid(path.child('targetportal'), targetPortal, lengthText)] : []),
    ...validateTarget(source, path, 'must be valid format'),
    ...(secretRef === undefined ? [] : requireText(secretRef.name, path.child('secretRef'), 'name')),
    ...validateInitiatorName(source, path, 'must be valid format'),
  ];
}

type Source = CoreV1ISCSIVolumeSource | CoreV1ISCSIPersistentVolumeSource;

/** `startText` is what is said of an address that begins with none of the three. */
function validateTarget(source: Source, path: FieldPath, startText: string): FieldError[] {
  const { iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef } = source;
  const needsSecret = (chapAuthDiscovery || chapAuthSession) && secretRef === undefined;
  return [
    ...(iqn === '' ? [required(path.child('iqn'))] : validateAddress(iqn, path.child('iqn'), startText)),
    ...validateRange(lun, path.child('lun'), [0, 255]),
    ...(needsSecret ? [required(path.child('secretRef'))] : []),
  ];
}

function validateInitiatorName({ initiatorName }: Source, path: FieldPath, startText: string): FieldError[] {
  if (initiatorName === undefined) return [];
  return validateAddress(initiatorName, path.child('initiatorname'), startText);
}

/** `iqn.2001-04.com.example:storage.disk1`, `eui.02004567A425678D`, `naa.6…`. */
function validateAddress(address: string, path: FieldPath, startText: string): FieldError[] {
  const format = formats.get(address.slice(0, 3));
  if (format === undefined) return [invalid(path, address, startText)];
  return format.test(address) ? [] : [invalid(path, address, 'must be valid format')];
}

const lengthText =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';

/** A node names the interface that it makes after both; 64 is all it can hold. */
const isTooLong = ({ initiatorName, targetPortal }: Source, volumeName: string): boolean =>
  initiatorName !== undefined && Buffer.byteLength(`${volumeName}:${targetPortal}`) > 64;

export function validateInitiator(
  source: CoreV1ISCSIVolumeSource,
  volumeName: string,
  namePath: FieldPath,
): FieldError[] {
  return isTooLong(source, volumeName) ? [invalid(namePath, volumeName, lengthText)] : [];
}
