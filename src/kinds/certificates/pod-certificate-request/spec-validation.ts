import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, qualifiedName } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateSignerName } from '../../shared/signer-name.ts';
import { shownSpec } from './internal-form.ts';
import { validateKey } from './key-validation.ts';

type Request = CertificatesV1beta1PodCertificateRequest;

const specPath = FieldPath.of('spec');
const maxUidLength = 128;
const maxAnnotationBytes = 256 * 1024;
const minSeconds = 3_600;
/** A day for the signers of the product, and three months for others. */
const maxOwnSeconds = 86_400;
const maxSeconds = 7_862_400;

export function validateRequest({ spec }: Request, dialect: Dialect): FieldError[] {
  const errors = [
    ...validateSignerName(spec.signerName, specPath.child('signerName')),
    ...validateAnnotations(spec.unverifiedUserAnnotations, specPath.child('unverifiedUserAnnotations')),
    ...validateName(spec.podName, specPath.child('podName')),
    ...validateUid(spec.podUID, specPath.child('podUID')),
    ...validateName(spec.serviceAccountName, specPath.child('serviceAccountName')),
    ...validateUid(spec.serviceAccountUID, specPath.child('serviceAccountUID')),
    ...validateName(spec.nodeName, specPath.child('nodeName')),
    ...validateUid(spec.nodeUID, specPath.child('nodeUID')),
  ];
  const secondsPath = specPath.child('maxExpirationSeconds');
  const seconds = spec.maxExpirationSeconds;
  if (seconds === undefined) return [...errors, required(secondsPath, 'must be set')];
  const isOwn = spec.signerName.split('/')[0]?.endsWith(dialect.label) ?? false;
  const max = isOwn ? maxOwnSeconds : maxSeconds;
  if (seconds < minSeconds || seconds > max)
    errors.push(invalid(secondsPath, seconds, `must be in the range [${minSeconds}, ${max}]`));
  return [...errors, ...validateKey(spec, specPath)];
}

export const validateUnchanged = ({ spec }: Request, old: Request): FieldError[] =>
  equalValues(spec, old.spec) ? [] : [invalid(specPath, shownSpec(spec), 'field is immutable')];

const validateName = (name: string, path: FieldPath): FieldError[] =>
  invalidEach(path, name, dns1123Subdomain(name));

function validateUid(uid: string, path: FieldPath): FieldError[] {
  if (uid === '') return [invalid(path, uid, 'must not be empty')];
  return Buffer.byteLength(uid) > maxUidLength ? [tooLong(path, maxUidLength)] : [];
}

function validateAnnotations(
  annotations: Readonly<Record<string, string>> = {},
  path: FieldPath,
): FieldError[] {
  const entries = Object.entries(annotations);
  const bytes = entries.flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    ...entries.flatMap(([key]) => validateAnnotationKey(key, path)),
    ...(bytes > maxAnnotationBytes ? [tooLong(path, maxAnnotationBytes)] : []),
  ];
}

function validateAnnotationKey(key: string, path: FieldPath): FieldError[] {
  if (key === '') return [required(path)];
  const problems = qualifiedName(key.toLowerCase());
  if (problems.length > 0) return invalidEach(path, key, problems);
  const hasDomain = key.split('/').length === 2;
  return hasDomain ? [] : [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
