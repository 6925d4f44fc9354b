import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1AppArmorProfile,
  CoreV1PodSpec,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { ServedApi } from '../served-api.ts';
import { appArmorPrefix } from './annotations.ts';
import { annotationOf, profileOf } from './profile-annotations.ts';
import { allContainers, allContainersWithPaths } from './visit.ts';

const types = ['Localhost', 'RuntimeDefault', 'Unconfined'];
/** The longest name on a node, less the zero at its end. */
const maxProfileLength = 4095;

/** Validates the profile by which the node's AppArmor bounds a container. */
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
    ...(Buffer.byteLength(profile) > maxProfileLength ? [tooLong(path, maxProfileLength)] : []),
  ];
}

interface PodLike {
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PodSpec;
}

/** Checks that field and annotation of a container agree, if both are given. */
export function validateAppArmorAgreement(
  { metadata: { annotations }, spec }: PodLike,
  specPath: FieldPath,
  dialect: Dialect,
): FieldError[] {
  if (annotations === undefined || spec.os?.name === 'windows') return [];
  const ofPod = spec.securityContext?.appArmorProfile;
  const prefix = appArmorPrefix(dialect);
  return validateEach(allContainersWithPaths(spec, specPath), ({ container, path }) => {
    const annotation = annotations[`${prefix}${container.name}`];
    const profile = container.securityContext?.appArmorProfile ?? ofPod;
    if (annotation === undefined || profile === undefined) return [];
    const at = path.child('securityContext', 'appArmorProfile');
    return validateSameProfile(annotation, profile, at);
  });
}

/**
 * Fills in the field of a container from its annotation, which came before. Until 1.32 the field is written down as an
 * annotation as well, for nodes that know no other. Keys of annotations that should have been the field: those that filled
 * it in, and those that say nothing that it could hold.
 */
export function syncAppArmor({ metadata, spec }: PodLike, { dialect, gates }: ServedApi): string[] {
  if (spec.os?.name === 'windows') return [];
  const outdated: string[] = [];
  const ofPod = spec.securityContext?.appArmorProfile;
  const writesAnnotation = !gates.isIn('1.33');
  for (const container of allContainers(spec)) {
    const key = `${appArmorPrefix(dialect)}${container.name}`;
    const annotation = metadata.annotations?.[key];
    const own = container.securityContext?.appArmorProfile;
    if (annotation === undefined) {
      const implied = writesAnnotation ? annotationOf(own ?? ofPod ?? { type: '' }) : undefined;
      if (implied !== undefined) metadata.annotations = { ...metadata.annotations, [key]: implied };
    } else if (own === undefined) {
      const profile = profileOf(annotation);
      if (profile !== undefined && equalValues(profile, ofPod)) continue;
      outdated.push(key);
      if (profile === undefined) continue;
      container.securityContext = { ...container.securityContext, appArmorProfile: profile };
    }
  }
  return outdated;
}

function validateSameProfile(
  annotation: string,
  { type, localhostProfile }: CoreV1AppArmorProfile,
  path: FieldPath,
): FieldError[] {
  const said = profileOf(annotation);
  if (said === undefined || !types.includes(type)) return [];
  if (said.type !== type) {
    return [forbidden(path.child('type'), 'apparmor type in annotation and field must match')];
  }
  return type === 'Localhost' && said.localhostProfile !== localhostProfile
    ? [forbidden(path.child('localhostProfile'), 'apparmor profile in annotation and field must match')]
    : [];
}
