import { type Check, containersText, namesOf, quoted, settersText, sorted } from './check.ts';

/** Checks of privileges, capabilities and users of containers. */

export const privileged: Check = {
  since: 0,
  look: (pod) => {
    const names = namesOf(pod, (settings) => settings?.privileged === true);
    if (names.length === 0) return undefined;
    return {
      reason: 'privileged',
      detail: `${containersText(names)} must not set securityContext.privileged=true`,
    };
  },
};

export const allowPrivilegeEscalation: Check = {
  since: 8,
  look: (pod) => {
    const names = namesOf(pod, (settings) => settings?.allowPrivilegeEscalation !== false);
    if (names.length === 0) return undefined;
    return {
      reason: 'allowPrivilegeEscalation != false',
      detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
    };
  },
};

export const runAsNonRoot: Check = {
  since: 0,
  look: (pod) => {
    const reason = 'runAsNonRoot != true';
    const ofPod = pod.spec.securityContext?.runAsNonRoot ?? undefined;
    const refusing = namesOf(pod, (settings) => settings?.runAsNonRoot === false);
    const setters = settersText(ofPod === false, refusing);
    if (setters !== '')
      return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
    const silent = namesOf(pod, (settings) => (settings?.runAsNonRoot ?? ofPod) !== true);
    if (silent.length === 0) return undefined;
    return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
  },
};

const isRoot = (user: unknown): boolean => user !== undefined && user !== null && Number(user) === 0;

export const runAsUser: Check = {
  since: 23,
  look: (pod) => {
    const names = namesOf(pod, (settings) => isRoot(settings?.runAsUser));
    const setters = settersText(isRoot(pod.spec.securityContext?.runAsUser), names);
    return setters === ''
      ? undefined
      : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
  },
};

const ordinary = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

export const ordinaryCapabilities: Check = {
  since: 0,
  look: (pod) => {
    const added = new Set<string>();
    const names = namesOf(pod, (settings) => {
      const more = (settings?.capabilities?.add ?? []).filter((name) => !ordinary.has(name));
      for (const name of more) added.add(name);
      return more.length > 0;
    });
    if (names.length === 0) return undefined;
    return { reason: 'non-default capabilities', detail: mustNotAdd(names, added) };
  },
};

export const noCapabilities: Check = {
  since: 22,
  look: (pod) => {
    const added = new Set<string>();
    const keeping = namesOf(pod, (settings) => !(settings?.capabilities?.drop ?? []).includes('ALL'));
    const adding = namesOf(pod, (settings) => {
      const more = (settings?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE');
      for (const name of more) added.add(name);
      return more.length > 0;
    });
    const details = [
      ...(keeping.length > 0
        ? [`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`]
        : []),
      ...(adding.length > 0 ? [mustNotAdd(adding, added)] : []),
    ];
    if (details.length === 0) return undefined;
    return { reason: 'unrestricted capabilities', detail: details.join('; ') };
  },
};

const mustNotAdd = (names: readonly string[], added: ReadonlySet<string>): string =>
  `${containersText(names)} must not include ${quoted(sorted(added))} in securityContext.capabilities.add`;
