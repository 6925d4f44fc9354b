import { type Check, inVersions } from './check.ts';

/** Sysctls that concern the pod alone, by the version of the policy that allows them. */
const safeSysctls: readonly (readonly [since: number, ...names: string[]])[] = [
  [
    0,
    'kernel.shm_rmid_forced',
    'net.ipv4.ip_local_port_range',
    'net.ipv4.tcp_syncookies',
    'net.ipv4.ping_group_range',
    'net.ipv4.ip_unprivileged_port_start',
  ],
  [27, 'net.ipv4.ip_local_reserved_ports'],
  [
    29,
    'net.ipv4.tcp_keepalive_time',
    'net.ipv4.tcp_fin_timeout',
    'net.ipv4.tcp_keepalive_intvl',
    'net.ipv4.tcp_keepalive_probes',
  ],
  [32, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'],
];

/** One check for each version in which more are allowed. */
export const sysctls: readonly Check[] = safeSysctls.map(([since], index) => {
  const safe = new Set(safeSysctls.slice(0, index + 1).flatMap(([, ...names]) => names));
  const next = safeSysctls[index + 1]?.[0];
  const check: Check = {
    since,
    look: ({ spec }) => {
      const given = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
      const wrong = given.filter((name) => !safe.has(name));
      return wrong.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: wrong.join(', ') };
    },
  };
  return next === undefined ? check : inVersions(check, { since, until: next - 1 });
});
