import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goBytes } from '../../../api/go-format/go-bytes.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { checkSignature, parseRequest } from '../../../util/certificate-request.ts';
import { maxPemBytes } from '../../../util/pem.ts';
import { validateSignerName } from '../../shared/signer-name.ts';
import { certificateError } from './certificate.ts';
import { validateConditions } from './conditions.ts';
import { keyUsages } from './usages.ts';
import type { CertificateValidationOptions } from './validation-options.ts';

const specPath = FieldPath.of('spec');
const minDurationSeconds = 600;
/** The release from which on messages do not say that usages are missing. */
const shortSince = '1.26';

export function validateRequest(
  { spec, status }: CertificatesV1CertificateSigningRequest,
  options: CertificateValidationOptions,
  legacySigner: string,
  gates: FeatureGates,
): FieldError[] {
  const signerPath = specPath.child('signerName');
  const isLegacy = spec.signerName === legacySigner && !options.allowLegacySigner;
  return [
    ...validateContent(spec.request ?? '', specPath.child('request')),
    ...validateUsages(spec.usages ?? [], specPath.child('usages'), options, gates),
    ...(isLegacy
      ? [invalid(signerPath, spec.signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(spec.signerName, signerPath)),
    ...validateDuration(spec.expirationSeconds, specPath.child('expirationSeconds')),
    ...validateConditions(status.conditions ?? [], options),
    ...(options.allowAnyCertificate ? [] : validateCertificate(status.certificate)),
  ];
}

function validateContent(request: string, path: FieldPath): FieldError[] {
  const bytes = Buffer.from(request, 'base64');
  if (bytes.length > maxPemBytes) return [tooLong(path, maxPemBytes)];
  try {
    checkSignature(parseRequest(request));
    return [];
  } catch (error) {
    return [invalid(path, goBytes(bytes), (error as Error).message)];
  }
}

function validateUsages(
  usages: readonly string[],
  path: FieldPath,
  options: CertificateValidationOptions,
  gates: FeatureGates,
): FieldError[] {
  if (usages.length === 0) return [required(path, gates.isIn(shortSince) ? '' : 'usages must be provided')];
  const unknown = validateEach(usages, (usage, index) =>
    keyUsages.includes(usage) ? [] : [notSupported(path.index(index), usage, keyUsages)],
  );
  const isRepeated = repetitions(usages);
  const repeated = validateEach(usages, (usage, index) =>
    isRepeated(index) ? [duplicate(path.index(index), usage)] : [],
  );
  return [...(options.allowUnknownUsages ? [] : unknown), ...(options.allowDuplicateUsages ? [] : repeated)];
}

function validateDuration(seconds: number | undefined, path: FieldPath): FieldError[] {
  return seconds !== undefined && seconds < minDurationSeconds
    ? [invalid(path, seconds, 'may not specify a duration less than 600 seconds (10 minutes)')]
    : [];
}

function validateCertificate(certificate: string | undefined): FieldError[] {
  const error = certificateError(certificate);
  return error === undefined ? [] : [invalid('status.certificate', '<certificate data>', error)];
}
