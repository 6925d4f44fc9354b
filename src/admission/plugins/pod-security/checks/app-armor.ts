import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { CoreV1AppArmorProfile } from '../../../../api/schema/types.gen.ts';
import { goQuote } from '../../../../util/quote.ts';
import { type Check, namesOf, type PodShape, plural, settersText } from './check.ts';

export const appArmorProfile: Check = {
  since: 0,
  look: (pod, dialect) => {
    const wrong = wrongAppArmorAnnotations(pod, dialect);
    if (wrong.length === 0) return undefined;
    const reason = plural('forbidden AppArmor profile', wrong.length);
    return { reason, detail: wrong.sort().join(', ') };
  },
};

function wrongAppArmorAnnotations({ metadata }: PodShape, { label }: Dialect): string[] {
  const prefix = `container.apparmor.security.beta.${label}/`;
  const isAllowed = (profile: string): boolean =>
    profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
  return Object.entries(metadata.annotations ?? {})
    .filter(([key, profile]) => key.startsWith(prefix) && !isAllowed(profile))
    .map(([key, profile]) => `${key}=${goQuote(profile)}`);
}

const isAllowedType = (type: string | undefined): boolean =>
  type === undefined || type === 'RuntimeDefault' || type === 'Localhost';

/** From the release on that has fields for the profile. */
export const appArmorProfileOrField: Check = {
  since: 0,
  look: (pod, dialect) => {
    const values = new Set<string>();
    const isWrong = (profile: CoreV1AppArmorProfile | undefined): boolean => {
      if (isAllowedType(profile?.type)) return false;
      values.add(goQuote(profile!.type));
      return true;
    };
    const byPod = isWrong(pod.spec.securityContext?.appArmorProfile);
    const names = namesOf(pod, (settings) => isWrong(settings?.appArmorProfile));
    const annotations = wrongAppArmorAnnotations(pod, dialect);
    const setters = [
      ...(byPod || names.length > 0 ? [settersText(byPod, names)] : []),
      ...(annotations.length > 0 ? [plural('annotation', annotations.length)] : []),
    ].join(' and ');
    if (setters === '') return undefined;
    const shown = [...values, ...annotations.map((text) => `"${text}"`)].sort();
    return {
      reason: plural('forbidden AppArmor profile', shown.length),
      detail: `${setters} must not set AppArmor profile type to ${shown.join(', ')}`,
    };
  },
};
