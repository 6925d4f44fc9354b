import type { Dialect } from '../../../api/meta/dialect.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { validateSeccompAnnotation } from '../../shared/pod-spec/seccomp.ts';

/** Default and allowed AppArmor and seccomp profiles, which PodSecurityPolicy has in annotations only. */
export function validatePolicyAnnotations(
  annotations: Readonly<Record<string, string>> = {},
  { label }: Dialect,
): FieldError[] {
  const path = FieldPath.of('metadata', 'annotations');
  const [appArmor, seccomp] = [`apparmor.security.beta.${label}`, `seccomp.security.alpha.${label}`];
  const profilesOf = (domain: string) => {
    const [byDefault, allowed] = [`${domain}/defaultProfileName`, `${domain}/allowedProfileNames`];
    return [
      { field: path.key(byDefault), text: annotations[byDefault], profiles: listOf(annotations[byDefault]) },
      { field: path.key(allowed), text: annotations[allowed], profiles: listOf(annotations[allowed], ',') },
    ];
  };
  return [
    ...validateEach(profilesOf(appArmor), ({ field, text, profiles }) =>
      // The value of each error is the whole annotation.
      validateEach(profiles, (profile) =>
        isAppArmorProfile(profile)
          ? []
          : [invalid(field, text, `invalid AppArmor profile name: ${goQuote(profile)}`)],
      ),
    ),
    ...validateEach(profilesOf(seccomp), ({ field, profiles }, position) =>
      validateEach(
        profiles.filter((profile) => position === 0 || profile !== '*'),
        (profile) => validateSeccompAnnotation(profile, field),
      ),
    ),
  ];
}

function listOf(text: string | undefined, separator?: string): string[] {
  if (!text) return [];
  return separator === undefined ? [text] : text.split(separator);
}

const isAppArmorProfile = (text: string): boolean =>
  ['', 'runtime/default', 'unconfined'].includes(text) || text.startsWith('localhost/');
