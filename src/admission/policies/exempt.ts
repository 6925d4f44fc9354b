import type { Dialect } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { AdmissionTarget } from '../plugin.ts';

/**
 * Returns whether no policy sees a request: those for policies themselves, as a bad one could not be taken away (one in
 * a file can), and, since 1.30, questions about access, which are not stored.
 */
export function policyExemption(
  { api }: Dialect,
  release: string,
  isInFile = false,
): (target: AdmissionTarget) => boolean {
  const seesQuestions = !isReleasedBy('1.30', release);
  const exempt: Readonly<Record<string, readonly string[]>> = {
    [`admissionregistration.${api}`]: isInFile
      ? []
      : [
          'validatingadmissionpolicies',
          'validatingadmissionpolicybindings',
          'mutatingadmissionpolicies',
          'mutatingadmissionpolicybindings',
        ],
    ...(seesQuestions ? {} : questions(api)),
  };
  return ({ group, resource }) => exempt[group]?.includes(resource) ?? false;
}

const questions = (api: string): Readonly<Record<string, readonly string[]>> => ({
  [`authentication.${api}`]: ['selfsubjectreviews', 'tokenreviews'],
  [`authorization.${api}`]: [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
});
