import type { CoreV1AppArmorProfile } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';

const types = ['Localhost', 'RuntimeDefault', 'Unconfined'];
/** Of a name on a node, less the zero at its end. */
const maxProfileLength = 4095;

/** What a container may do, as the node's AppArmor sees to it. */
export function validateAppArmorProfile(
  profile: CoreV1AppArmorProfile | undefined,
  path: FieldPath,
): FieldError[] {
  if (profile === undefined) return [];
  const { type, localhostProfile } = profile;
  const typePath = path.child('type');
  if (type === '') return [required(typePath, 'type is required when appArmorProfile is set')];
  const profilePath = path.child('localhostProfile');
  if (type === 'Localhost') return validateLocalhostProfile(localhostProfile, profilePath);
  if (!types.includes(type)) return [notSupported(typePath, type, types)];
  return localhostProfile === undefined
    ? []
    : [invalid(profilePath, localhostProfile, 'can only be set when AppArmor type is Localhost')];
}

function validateLocalhostProfile(profile: string | undefined, path: FieldPath): FieldError[] {
  const trimmed = profile?.trim() ?? '';
  if (profile === undefined || trimmed === '') {
    return [required(path, 'must be set when AppArmor type is Localhost')];
  }
  return [
    ...(trimmed === profile ? [] : [invalid(path, profile, 'must not be padded with whitespace')]),
    ...(profile.length > maxProfileLength ? [tooLong(path, maxProfileLength)] : []),
  ];
}
