import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PodSpec, CoreV1SeccompProfile, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateDescendingPath } from '../file-paths.ts';
import { asGo } from '../go-types/index.ts';
import type { ServedApi } from '../served-api.ts';
import { annotationOf, localhost, profileOf, runtimeDefault, unconfined } from './profile-annotations.ts';
import { type AnyContainer, allContainers, allContainersWithPaths } from './visit.ts';

/**
 * Which system calls a container may make. Said in fields today, in annotations once: as long as there are nodes
 * that read only one of them, a new pod says it in both.
 */

export const podSeccompAnnotation = ({ label }: Dialect): string => `seccomp.security.alpha.${label}/pod`;
export const containerSeccompPrefix = ({ label }: Dialect): string =>
  `container.seccomp.security.alpha.${label}/`;

const olderRuntimeDefault = 'docker/default';

export function validateSeccompProfile(
  profile: CoreV1SeccompProfile | undefined,
  path: FieldPath,
): FieldError[] {
  if (profile === undefined) return [];
  const filePath = path.child('localhostProfile');
  const { type, localhostProfile } = profile;
  const ofType = validateType(type, path.child('type'));
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return ofType;
    return [
      ...ofType,
      invalid(filePath, asGo('SeccompProfile', profile), 'can only be set when seccomp type is Localhost'),
    ];
  }
  return localhostProfile === undefined
    ? [...ofType, required(filePath, 'must be set when seccomp type is Localhost')]
    : [...ofType, ...validateDescendingPath(localhostProfile, filePath)];
}

const types = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function validateType(type: string, path: FieldPath): FieldError[] {
  if (type === '') return [required(path, 'type is required when seccompProfile is set')];
  return types.includes(type) ? [] : [notSupported(path, type, types)];
}

export function validateSeccompAnnotation(value: string, path: FieldPath): FieldError[] {
  if ([runtimeDefault, olderRuntimeDefault, unconfined].includes(value)) return [];
  if (value.startsWith(localhost)) return validateDescendingPath(value.slice(localhost.length), path);
  return [invalid(path, value, 'must be a valid seccomp profile')];
}

interface PodLike {
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PodSpec;
}

/** Says in annotations what only fields say, until 1.24, and the other way round, until 1.26. */
export function syncSeccomp({ metadata, spec }: PodLike, { dialect, gates }: ServedApi): void {
  if (gates.isIn('1.27')) return;
  const writesAnnotations = !gates.isIn('1.25');
  const prefix = containerSeccompPrefix(dialect);
  const sync = (holder: CoreV1PodSpec | AnyContainer, key: string): void => {
    const profile = holder.securityContext?.seccompProfile;
    const annotation = metadata.annotations?.[key];
    const implied = profile === undefined ? undefined : annotationOf(profile);
    if (writesAnnotations && annotation === undefined && implied !== undefined) {
      metadata.annotations = { ...metadata.annotations, [key]: implied };
    }
    const field =
      annotation === undefined || profile !== undefined ? undefined : seccompProfileOf(annotation);
    if (field !== undefined) holder.securityContext = { ...holder.securityContext, seccompProfile: field };
  };
  sync(spec, podSeccompAnnotation(dialect));
  for (const container of allContainers(spec)) sync(container, `${prefix}${container.name}`);
}

const seccompProfileOf = (annotation: string): CoreV1SeccompProfile | undefined =>
  profileOf(annotation === olderRuntimeDefault ? runtimeDefault : annotation);

/** Checks that field and annotation agree, if both are given. */
export function validateSeccompAgreement(
  { metadata: { annotations }, spec }: PodLike,
  specPath: FieldPath,
  dialect: Dialect,
): FieldError[] {
  if (annotations === undefined) return [];
  const prefix = containerSeccompPrefix(dialect);
  const places = [
    { key: podSeccompAnnotation(dialect), holder: spec, path: specPath },
    ...allContainersWithPaths(spec, specPath).map(({ container, path }) => ({
      key: `${prefix}${container.name}`,
      holder: container,
      path,
    })),
  ];
  return validateEach(places, ({ key, holder, path }) => {
    const profile = holder.securityContext?.seccompProfile;
    const annotation = annotations[key];
    if (profile === undefined || annotation === undefined) return [];
    return validateSameProfile(annotation, profile, path.child('securityContext', 'seccompProfile'));
  });
}

function validateSameProfile(
  annotation: string,
  profile: CoreV1SeccompProfile,
  path: FieldPath,
): FieldError[] {
  const said =
    seccompProfileOf(annotation) ?? (annotation.startsWith(localhost) ? { type: 'Localhost' } : undefined);
  // A type that there is not is a problem of its own.
  if (!types.includes(profile.type)) return [];
  if (said?.type !== profile.type) {
    return [forbidden(path.child('type'), 'seccomp type in annotation and field must match')];
  }
  const differs = profile.type === 'Localhost' && annotation !== `${localhost}${profile.localhostProfile}`;
  return differs
    ? [forbidden(path.child('localhostProfile'), 'seccomp profile in annotation and field must match')]
    : [];
}
