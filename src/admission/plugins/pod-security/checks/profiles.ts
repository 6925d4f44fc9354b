import type { CoreV1SELinuxOptions, CoreV1SeccompProfile } from '../../../../api/schema/types.gen.ts';
import { goQuote } from '../../../../util/quote.ts';
import {
  type Check,
  containersIn,
  containersText,
  namesOf,
  plural,
  quoted,
  settersText,
  sorted,
} from './check.ts';

/** Checks of SELinux, seccomp and what containers see of the processes of the machine. */

const labelTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

const seLinuxCheck = (allowed: readonly string[]): Check => ({
  since: 0,
  look: (pod) => {
    const given: CoreV1SELinuxOptions[] = [];
    const isWrong = (options: CoreV1SELinuxOptions | undefined): boolean => {
      if (!options) return false;
      const { type, user, role } = options;
      if (allowed.includes(type ?? '') && !user && !role) return false;
      given.push(options);
      return true;
    };
    const byPod = isWrong(pod.spec.securityContext?.seLinuxOptions);
    const names = namesOf(pod, (settings) => isWrong(settings?.seLinuxOptions));
    if (given.length === 0) return undefined;
    const types = sorted(given.map(({ type }) => type ?? '').filter((type) => !allowed.includes(type)));
    const what = [
      ...(types.length > 0 ? [`${plural('type', types.length)} ${quoted(types)}`] : []),
      ...(given.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(given.some(({ role }) => role) ? ['role may not be set'] : []),
    ].join('; ');
    const detail = `${settersText(byPod, names)} set forbidden securityContext.seLinuxOptions: ${what}`;
    return { reason: 'seLinuxOptions', detail };
  },
});

export const seLinuxOptions = seLinuxCheck(labelTypes);
export const seLinuxOptionsOfEngines = seLinuxCheck([...labelTypes, 'container_engine_t']);

export const procMount: Check = {
  since: 0,
  look: (pod) => {
    const values = new Set<string>();
    const names = namesOf(pod, (settings) => {
      const value = settings?.procMount ?? 'Default';
      if (value === 'Default') return false;
      values.add(value);
      return true;
    });
    if (names.length === 0) return undefined;
    return {
      reason: 'procMount',
      detail: `${containersText(names)} must not set securityContext.procMount to ${quoted(sorted(values))}`,
    };
  },
};

/** Before there were fields. */
export const seccompAnnotations: Check = {
  since: 0,
  until: 18,
  look: (pod, { label }) => {
    const annotations = pod.metadata.annotations ?? {};
    const isAllowed = (profile: string): boolean =>
      profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/');
    const keys = [
      `seccomp.security.alpha.${label}/pod`,
      ...containersIn(pod).map(({ name }) => `container.seccomp.security.alpha.${label}/${name}`),
    ];
    const wrong = keys
      .filter((key) => Object.hasOwn(annotations, key) && !isAllowed(annotations[key]!))
      .map((key) => `${key}=${goQuote(annotations[key]!)}`);
    if (wrong.length === 0) return undefined;
    const texts = sorted(wrong);
    const detail = `forbidden ${plural('annotation', texts.length)} ${texts.join(', ')}`;
    return { reason: 'seccompProfile', detail };
  },
};

const isConfined = ({ type }: CoreV1SeccompProfile): boolean =>
  type === 'RuntimeDefault' || type === 'Localhost';

/** A profile that does not disable it. */
export const seccompNotOff: Check = {
  since: 19,
  look: (pod) => {
    const types = new Set<string>();
    const isOff = (profile: CoreV1SeccompProfile | undefined): boolean => {
      if (!profile || isConfined(profile)) return false;
      types.add(profile.type);
      return true;
    };
    const byPod = isOff(pod.spec.securityContext?.seccompProfile);
    const names = namesOf(pod, (settings) => isOff(settings?.seccompProfile));
    if (types.size === 0) return undefined;
    const detail =
      `${settersText(byPod, names)} must not set securityContext.seccompProfile.type to ` +
      quoted(sorted(types));
    return { reason: 'seccompProfile', detail };
  },
};

/** Everybody turns it on. */
export const seccompOn: Check = {
  since: 19,
  look: (pod, dialect) => {
    const off = seccompNotOff.look(pod, dialect);
    if (off !== undefined) return off;
    const ofPod = pod.spec.securityContext?.seccompProfile;
    const silent = namesOf(pod, (settings) => !(settings?.seccompProfile ?? ofPod));
    if (silent.length === 0) return undefined;
    return {
      reason: 'seccompProfile',
      detail:
        `pod or ${containersText(silent)} must set securityContext.seccompProfile.type to ` +
        '"RuntimeDefault" or "Localhost"',
    };
  },
};
