import type {
  CoreV1EmptyDirVolumeSource,
  CoreV1GitRepoVolumeSource,
  CoreV1HostPathVolumeSource,
  CoreV1ImageVolumeSource,
  CoreV1PersistentVolumeClaimVolumeSource,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { requireOneOf, requireText, validateOneOf } from '../field-checks.ts';
import { validateDescendingPath, validateNoBacksteps } from '../file-paths.ts';
import type { PodVolumeOptions } from './validator.ts';

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

export function validateHostPath(source: CoreV1HostPathVolumeSource, path: FieldPath): FieldError[] {
  if (source.path === '') return [required(path.child('path'))];
  return [
    ...validateNoBacksteps(source.path, path.child('path')),
    ...validateOneOf(source.type, path.child('type'), hostPathTypes),
  ];
}

export function validateImage(
  { reference, pullPolicy }: CoreV1ImageVolumeSource,
  path: FieldPath,
  { isInPod }: PodVolumeOptions,
): FieldError[] {
  return [
    ...(isInPod ? requireText(reference, path, 'reference') : []),
    ...requireOneOf(pullPolicy, path.child('pullPolicy'), pullPolicies),
  ];
}

export function validateEmptyDir({ sizeLimit }: CoreV1EmptyDirVolumeSource, path: FieldPath): FieldError[] {
  return sizeLimit?.startsWith('-')
    ? [forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')]
    : [];
}

export function validateGitRepo(source: CoreV1GitRepoVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.repository, path, 'repository'),
    ...validateDescendingPath(source.directory, path.child('directory')),
  ];
}

export function validatePersistentVolumeClaimSource(
  source: CoreV1PersistentVolumeClaimVolumeSource,
  path: FieldPath,
): FieldError[] {
  return requireText(source.claimName, path, 'claimName');
}
