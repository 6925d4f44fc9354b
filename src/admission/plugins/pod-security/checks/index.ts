import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { appArmorProfile, appArmorProfileOrField } from './app-armor.ts';
import { type Check, hasOwnUsers, inVersions, isForWindows, unless } from './check.ts';
import { hostNamespaces, hostPathVolumes, hostPorts, hostProbes, windowsHostProcess } from './host.ts';
import {
  allowPrivilegeEscalation,
  noCapabilities,
  ordinaryCapabilities,
  privileged,
  runAsNonRoot,
  runAsUser,
} from './privileges.ts';
import {
  procMount,
  seccompAnnotations,
  seccompNotOff,
  seccompOn,
  seLinuxOptions,
  seLinuxOptionsOfEngines,
} from './profiles.ts';
import { restrictedVolumes, restrictedVolumesOrImages } from './restricted-volumes.ts';
import { sysctls } from './sysctls.ts';

/** A check of the restricted level, and the baseline check that it replaces. */
export interface RestrictedCheck {
  readonly check: Check;
  readonly insteadOf?: readonly Check[];
}

export interface PodSecurityChecks {
  /** The minor number of the newest version: later ones are taken for it. */
  readonly newest: number;
  /** In the order of the violations in messages. */
  readonly baseline: readonly Check[];
  readonly restricted: readonly RestrictedCheck[];
}

/** Versions from which on a pod for Windows, or with users of its own, needs less. */
const windowsSince = 25;
const ownUsersSince = 35;

/** The checks that a release has, for all versions of the policy. */
export function podSecurityChecks(gates: FeatureGates): PodSecurityChecks {
  // Before it was a matter of the version, a gate relaxed all of them.
  const isRelaxed =
    gates.isIn('1.29') && !gates.isIn('1.35') && gates.isOn('UserNamespacesPodSecurityStandards');
  const relaxing = (check: Check): Check[] => (isRelaxed ? [unless(hasOwnUsers, check)] : ofOwnUsers(check));
  const ofProcMount = relaxing(procMount);
  return {
    newest: Number(gates.release.split('.')[1]),
    baseline: [
      gates.isIn('1.30') ? appArmorProfileOrField : appArmorProfile,
      ordinaryCapabilities,
      hostNamespaces,
      hostPathVolumes,
      hostPorts,
      hostProbes,
      privileged,
      ...ofProcMount,
      inVersions(seLinuxOptions, { since: 0, until: 30 }),
      inVersions(seLinuxOptionsOfEngines, { since: 31 }),
      seccompAnnotations,
      seccompNotOff,
      ...sysctls,
      windowsHostProcess,
    ],
    restricted: [
      ...ofLinux(allowPrivilegeEscalation).map((check) => ({ check })),
      ...ofLinux(noCapabilities).map((check) => ({ check, insteadOf: [ordinaryCapabilities] })),
      { check: inVersions(procMount, { since: ownUsersSince }), insteadOf: ofProcMount },
      {
        check: gates.isIn('1.33') ? restrictedVolumesOrImages : restrictedVolumes,
        insteadOf: [hostPathVolumes],
      },
      ...[runAsNonRoot, runAsUser].flatMap(relaxing).map((check) => ({ check })),
      ...ofLinux(seccompOn).map((check) => ({ check, insteadOf: [seccompNotOff] })),
    ],
  };
}

const ofLinux = (check: Check): Check[] => split(check, windowsSince, isForWindows);
const ofOwnUsers = (check: Check): Check[] => split(check, ownUsersSince, hasOwnUsers);

/** A check as it is, and as it is from a version on, which passes over some pods. */
const split = (check: Check, since: number, isExempt: Parameters<typeof unless>[0]): Check[] => [
  inVersions(check, { since: check.since, until: since - 1 }),
  inVersions(unless(isExempt, check), { since }),
];
