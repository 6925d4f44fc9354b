import type { CoreV1PodSecurityContext, CoreV1PodSpec, CoreV1Sysctl } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { groupId, userId } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateOneOf } from '../field-checks.ts';
import { validateAppArmorProfile } from './app-armor.ts';
import type { PodContext } from './options.ts';
import { validateHostNetworkPorts } from './ports.ts';
import { validateSeccompProfile } from './seccomp.ts';
import { validateId } from './security-context.ts';
import { validateWindowsOptions } from './windows.ts';

/** Validates the security context of the pod as a whole. */
export function validatePodSecurityContext(
  spec: CoreV1PodSpec,
  specPath: FieldPath,
  context: PodContext,
): FieldError[] {
  const { securityContext, hostPID, shareProcessNamespace } = spec;
  if (securityContext === undefined) return [];
  const path = specPath.child('securityContext');
  const { supplementalGroups = [], sysctls = [] } = securityContext;
  return [
    ...(context.features.since28
      ? []
      : validateHostNetworkPorts(spec, specPath.child('containers'), context)),
    ...validateId(securityContext.fsGroup, path.child('fsGroup'), groupId),
    ...validateId(securityContext.runAsUser, path.child('runAsUser'), userId),
    ...validateId(securityContext.runAsGroup, path.child('runAsGroup'), groupId),
    ...validateEach(supplementalGroups, (group, index) =>
      validateId(group, path.child('supplementalGroups').index(index), groupId),
    ),
    ...(hostPID && shareProcessNamespace
      ? [
          invalid(
            path.child('shareProcessNamespace'),
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...validateSysctls(sysctls, path.child('sysctls'), { spec, context }),
    ...validateOneOf(securityContext.supplementalGroupsPolicy, path.child('supplementalGroupsPolicy'), [
      'Merge',
      'Strict',
    ]),
    ...validateSELinuxPolicy(securityContext, path.child('seLinuxChangePolicy'), context),
    ...validateAppArmorProfile(securityContext.appArmorProfile, path.child('appArmorProfile')),
    ...validateOneOf(securityContext.fsGroupChangePolicy, path.child('fsGroupChangePolicy'), [
      'Always',
      'OnRootMismatch',
    ]),
    ...validateSeccompProfile(securityContext.seccompProfile, path.child('seccompProfile')),
    ...validateWindowsOptions(securityContext.windowsOptions, path.child('windowsOptions')),
  ];
}

/** Validates the way in which labels of volumes change: until mounts do it, file by file is the only one. */
function validateSELinuxPolicy(
  { seLinuxChangePolicy: policy }: CoreV1PodSecurityContext,
  path: FieldPath,
  { old, features: { mountsSELinux } }: PodContext,
): FieldError[] {
  const wasSet = old?.spec.securityContext?.seLinuxChangePolicy !== undefined;
  return validateOneOf(policy, path, mountsSELinux || wasSet ? ['MountOption', 'Recursive'] : ['Recursive']);
}

const sysctlLength = 253;
const sysctlError = /^$|[^-_.a-z0-9]|^[-_.]|[-_.]$|\.[-_.]|[-_]\./;
const sysctlErrorSince25 = /^$|[^-_./a-z0-9]|^[-_./]|[-_./]$|[./][-_./]|[-_][./]/;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlText = (pattern: string) =>
  `must have at most ${sysctlLength} characters and match regex ${pattern}`;
const textBefore25 = sysctlText(`(${segment}\\.)*${segment}`);
const textSince25 = sysctlText(`^(${segment}[\\./])*${segment}$`);

function validateSysctls(
  sysctls: readonly CoreV1Sysctl[],
  path: FieldPath,
  { spec, context }: { spec: CoreV1PodSpec; context: PodContext },
): FieldError[] {
  const { since25, since29 } = context.features;
  const [pattern, text] = since25 ? [sysctlErrorSince25, textSince25] : [sysctlError, textBefore25];
  const taken = new Set<string>();
  return validateEach(sysctls, ({ name }, index) => {
    const namePath = path.index(index).child('name');
    const again = taken.has(name);
    taken.add(name);
    const ofHost = since29 ? validateOwnSysctl(name, namePath, spec, context) : [];
    if (name === '') return [required(namePath)];
    if (name.length > sysctlLength || pattern.test(name)) return [invalid(namePath, name, text), ...ofHost];
    return again ? [duplicate(namePath, name), ...ofHost] : ofHost;
  });
}

const ofIpc = ['kernel.shm', 'kernel.msg', 'fs.mqueue.'];

/** A setting of a namespace that is the node's is none of the pod's. */
function validateOwnSysctl(
  sysctl: string,
  path: FieldPath,
  { hostNetwork, hostIPC }: CoreV1PodSpec,
  { old }: PodContext,
): FieldError[] {
  const name = sysctl.replaceAll('/', '.');
  const isIpc = name === 'kernel.sem' || ofIpc.some((prefix) => name.startsWith(prefix));
  const hadThem = old?.spec.securityContext?.sysctls?.some((one) => one.name === sysctl);
  if (hadThem && (old?.spec.hostNetwork || old?.spec.hostIPC)) return [];
  return [
    ...(hostNetwork && name.startsWith('net.')
      ? [invalid(path, sysctl, "may not be specified when 'hostNetwork' is true")]
      : []),
    ...(hostIPC && isIpc ? [invalid(path, sysctl, "may not be specified when 'hostIPC' is true")] : []),
  ];
}
