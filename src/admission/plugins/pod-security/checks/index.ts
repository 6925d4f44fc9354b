import type { Check } from './check.ts';
import { hostNamespaces, hostPathVolumes, hostPorts, windowsHostProcess } from './host.ts';
import {
  allowPrivilegeEscalation,
  noCapabilities,
  ordinaryCapabilities,
  privileged,
  runAsNonRoot,
  runAsUser,
} from './privileges.ts';
import {
  appArmorProfile,
  procMount,
  seccompAnnotations,
  seccompNotOff,
  seccompOn,
  seLinuxOptions,
  sysctls,
} from './profiles.ts';
import { restrictedVolumes } from './restricted-volumes.ts';

/** In the order of the violations in messages. */
export const baselineChecks: readonly Check[] = [
  appArmorProfile,
  ordinaryCapabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  seccompAnnotations,
  seccompNotOff,
  sysctls,
  windowsHostProcess,
];

/** Checks of the restricted level, and the baseline check that each of them replaces. */
export const restrictedChecks: readonly { check: Check; insteadOf?: Check }[] = [
  { check: allowPrivilegeEscalation },
  { check: noCapabilities, insteadOf: ordinaryCapabilities },
  { check: restrictedVolumes, insteadOf: hostPathVolumes },
  { check: runAsNonRoot },
  { check: runAsUser },
  { check: seccompOn, insteadOf: seccompNotOff },
];
