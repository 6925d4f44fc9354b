import { goList } from '../../../api/go-format/go-syntax.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** Versions of AdmissionReview and ConversionReview that this server sends. */
const supportedVersions = ['v1', 'v1beta1'];

export const hasSupportedReviewVersion = (versions: readonly string[] | null | undefined): boolean =>
  versions?.some((version) => supportedVersions.includes(version)) ?? false;

/** The review versions that a webhook understands: no duplicates, and at least one that this server supports. */
export function validateReviewVersions(
  versions: readonly string[] | null | undefined,
  path: FieldPath,
  { requireSupportedVersion }: { requireSupportedVersion: boolean },
): FieldError[] {
  if (!versions?.length) return [required(path, `must specify one of ${supportedVersions.join(', ')}`)];
  const isRepeated = repetitions(versions);
  const errors = validateEach(versions, (version, index) => {
    if (isRepeated(index)) return [invalid(path.index(index), version, 'duplicate version')];
    return dns1035Label(version).map((message) => invalid(path.index(index), version, message));
  });
  if (!requireSupportedVersion || hasSupportedReviewVersion(versions)) return errors;
  return [
    ...errors,
    invalid(path, goList('string', versions), `must include at least one of ${supportedVersions.join(', ')}`),
  ];
}
