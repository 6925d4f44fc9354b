import { hostNamespaces, hostPorts, runtimeClass } from './host.ts';
import {
  fsGroup,
  runAsGroup,
  runAsUser,
  seLinuxOfContainer,
  seLinuxOfPod,
  supplementalGroups,
} from './identity.ts';
import {
  allowPrivilegeEscalation,
  capabilities,
  privileged,
  procMount,
  readOnlyRootFilesystem,
} from './privileges.ts';
import { appArmor, seccomp, seccompOfContainer, sysctls } from './profiles.ts';
import type { ContainerRule, PodRule } from './rule.ts';
import { volumes } from './volumes.ts';

/** In the order of their errors. */
export const podRules: readonly PodRule[] = [
  fsGroup,
  supplementalGroups,
  seccomp,
  seLinuxOfPod,
  hostNamespaces,
  sysctls,
  volumes,
  runtimeClass,
];

export const containerRules: readonly ContainerRule[] = [
  runAsUser,
  runAsGroup,
  seLinuxOfContainer,
  appArmor,
  seccompOfContainer,
  privileged,
  procMount,
  capabilities,
  hostPorts,
  readOnlyRootFilesystem,
  allowPrivilegeEscalation,
];
