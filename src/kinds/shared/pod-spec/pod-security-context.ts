import type { CoreV1PodSpec, CoreV1Sysctl } from '../../../api/schema/types.gen.ts';
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
import { validateHostNetworkPorts } from './ports.ts';
import { validateSeccompProfile } from './seccomp.ts';
import { validateId } from './security-context.ts';
import { validateWindowsOptions } from './windows.ts';

/** Validates the security context of the pod as a whole. */
export function validatePodSecurityContext(spec: CoreV1PodSpec, specPath: FieldPath): FieldError[] {
  const { securityContext, hostNetwork, hostPID, shareProcessNamespace, containers } = spec;
  if (securityContext === undefined) return [];
  const path = specPath.child('securityContext');
  const { supplementalGroups = [], sysctls = [] } = securityContext;
  return [
    ...(hostNetwork ? validateHostNetworkPorts(containers ?? [], specPath.child('containers')) : []),
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
    ...validateSysctls(sysctls, path.child('sysctls')),
    ...validateOneOf(securityContext.fsGroupChangePolicy, path.child('fsGroupChangePolicy'), [
      'Always',
      'OnRootMismatch',
    ]),
    ...validateSeccompProfile(securityContext.seccompProfile, path.child('seccompProfile')),
    ...validateWindowsOptions(securityContext.windowsOptions, path.child('windowsOptions')),
  ];
}

const sysctlLength = 253;
const sysctlError = /^$|[^-_.a-z0-9]|^[-_.]|[-_.]$|\.[-_.]|[-_]\./;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlText = `must have at most ${sysctlLength} characters and match regex (${segment}\\.)*${segment}`;

function validateSysctls(sysctls: readonly CoreV1Sysctl[], path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return validateEach(sysctls, ({ name }, index) => {
    const namePath = path.index(index).child('name');
    const again = taken.has(name);
    taken.add(name);
    if (name === '') return [required(namePath)];
    if (name.length > sysctlLength || sysctlError.test(name)) return [invalid(namePath, name, sysctlText)];
    return again ? [duplicate(namePath, name)] : [];
  });
}
