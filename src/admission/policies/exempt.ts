import type { Dialect } from '../../api/meta/dialect.ts';
import type { AdmissionTarget } from '../plugin.ts';

/**
 * Returns whether no policy sees a request: those for policies themselves, as a bad one could not be taken away (one in
 * a file can), and questions about access, which are not stored.
 */
export function policyExemption({ api }: Dialect, isInFile = false): (target: AdmissionTarget) => boolean {
  const exempt: Readonly<Record<string, readonly string[]>> = {
    [`admissionregistration.${api}`]: isInFile
      ? []
      : [
          'validatingadmissionpolicies',
          'validatingadmissionpolicybindings',
          'mutatingadmissionpolicies',
          'mutatingadmissionpolicybindings',
        ],
    [`authentication.${api}`]: ['selfsubjectreviews', 'tokenreviews'],
    [`authorization.${api}`]: [
      'localsubjectaccessreviews',
      'selfsubjectaccessreviews',
      'selfsubjectrulesreviews',
      'subjectaccessreviews',
    ],
  };
  return ({ group, resource }) => exempt[group]?.includes(resource) ?? false;
}
