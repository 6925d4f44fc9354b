import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { CoreV1SeccompProfile } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import { entryOf } from '../../shared/objects.ts';
import { type ContainerRule, type PodCase, type PodRule, type Policy, setAnnotation } from './rule.ts';

const annotations = FieldPath.of('pod', 'metadata', 'annotations');

/** The profiles in the annotations of a policy. */
function profilesOf({ metadata }: Policy, domain: string) {
  const allowed = entryOf(metadata.annotations, `${domain}/allowedProfileNames`);
  return {
    byDefault: entryOf(metadata.annotations, `${domain}/defaultProfileName`) ?? '',
    allowed: allowed?.split(','),
    text: allowed ?? '',
  };
}

const appArmorKey = ({ label }: Dialect, container: string): string =>
  `container.apparmor.security.beta.${label}/${container}`;

export const appArmor: ContainerRule = {
  fill: ({ policy, pod, container, dialect }) => {
    const { byDefault } = profilesOf(policy, `apparmor.security.beta.${dialect.label}`);
    const key = appArmorKey(dialect, container.name);
    if (byDefault !== '' && !entryOf(pod.metadata.annotations, key)) setAnnotation(pod, key, byDefault);
  },
  check: ({ policy, pod, container, dialect }) => {
    const { allowed, text } = profilesOf(policy, `apparmor.security.beta.${dialect.label}`);
    if (allowed === undefined) return [];
    const key = appArmorKey(dialect, container.name);
    const profile = entryOf(pod.metadata.annotations, key) ?? '';
    if (profile === '') return [forbidden(annotations.key(key), 'AppArmor profile must be set')];
    if (allowed.includes(profile)) return [];
    const why = `${profile} is not an allowed profile. Allowed values: ${goQuote(text)}`;
    return [forbidden(annotations.key(key), why)];
  },
};

const seccompDomain = ({ label }: Dialect): string => `seccomp.security.alpha.${label}`;
const seccompKey = (dialect: Dialect): string => `${seccompDomain(dialect)}/pod`;

/** The field as the annotation says it. */
function textOf(profile: CoreV1SeccompProfile | undefined): string {
  switch (profile?.type) {
    case 'Unconfined':
      return 'unconfined';
    case 'RuntimeDefault':
      return 'runtime/default';
    case 'Localhost':
      return `localhost/${profile.localhostProfile ?? ''}`;
    default:
      return '';
  }
}

const seccompOfPod = ({ pod, dialect }: PodCase): string =>
  entryOf(pod.metadata.annotations, seccompKey(dialect)) || textOf(pod.spec.securityContext?.seccompProfile);

function checkSeccomp(policy: Policy, dialect: Dialect, profile: string, key: string): FieldError[] {
  const { allowed = [], text } = profilesOf(policy, seccompDomain(dialect));
  if (allowed.includes('*')) return [];
  // Where nothing is allowed nothing may be said.
  if (allowed.length === 0)
    return profile === '' ? [] : [forbidden(annotations.key(key), 'seccomp may not be set')];
  if (allowed.includes(profile)) return [];
  const why = `${profile} is not an allowed seccomp profile. Valid values are ${text}`;
  return [forbidden(annotations.key(key), why)];
}

export const seccomp: PodRule = {
  fill: (given) => {
    const { byDefault } = profilesOf(given.policy, seccompDomain(given.dialect));
    if (byDefault !== '' && seccompOfPod(given) === '')
      setAnnotation(given.pod, seccompKey(given.dialect), byDefault);
  },
  check: (given) => {
    const { policy, dialect } = given;
    return checkSeccomp(policy, dialect, seccompOfPod(given), seccompKey(dialect));
  },
};

export const seccompOfContainer: ContainerRule = {
  check: (given) => {
    const { policy, dialect, container, pod } = given;
    const key = `container.${seccompDomain(dialect)}/${container.name}`;
    const own = entryOf(pod.metadata.annotations, key) ?? textOf(container.securityContext?.seccompProfile);
    return checkSeccomp(policy, dialect, own || seccompOfPod(given), key);
  },
};

const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];

const isAmong = (name: string, patterns: readonly string[] = []): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );

export const sysctls: PodRule = {
  check: ({ policy, pod }) => {
    const { forbiddenSysctls, allowedUnsafeSysctls } = policy.spec;
    const path = FieldPath.of('pod', 'spec', 'securityContext', 'sysctls');
    return (pod.spec.securityContext?.sysctls ?? []).flatMap(({ name }, index) => {
      if (isAmong(name, forbiddenSysctls))
        return [forbidden(path.index(index), `sysctl ${goQuote(name)} is not allowed`)];
      if (safeSysctls.includes(name) || isAmong(name, allowedUnsafeSysctls)) return [];
      return [forbidden(path.index(index), `unsafe sysctl ${goQuote(name)} is not allowed`)];
    });
  },
};
