import { goList } from '../../../api/go-format/go-syntax.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** The versions in which this server can ask a webhook. */
const spoken = ['v1', 'v1beta1'];

export const hasSpokenVersion = (versions: readonly string[] | null | undefined): boolean =>
  versions?.some((version) => spoken.includes(version)) ?? false;

/** Versions of reviews that a webhook understands: each once, and one at least that the server speaks. */
export function validateReviewVersions(
  versions: readonly string[] | null | undefined,
  path: FieldPath,
  { mustBeSpoken }: { mustBeSpoken: boolean },
): FieldError[] {
  if (!versions?.length) return [required(path, `must specify one of ${spoken.join(', ')}`)];
  const isRepeated = repetitions(versions);
  const faults = validateEach(versions, (version, index) => {
    if (isRepeated(index)) return [invalid(path.index(index), version, 'duplicate version')];
    return dns1035Label(version).map((message) => invalid(path.index(index), version, message));
  });
  if (!mustBeSpoken || hasSpokenVersion(versions)) return faults;
  return [
    ...faults,
    invalid(path, goList('string', versions), `must include at least one of ${spoken.join(', ')}`),
  ];
}
