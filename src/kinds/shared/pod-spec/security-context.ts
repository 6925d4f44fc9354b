import type { CoreV1PodSpec, CoreV1SecurityContext } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { groupId, type NumberCheck, userId } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, validateOneOf } from '../field-checks.ts';
import { asGo } from '../go-types/index.ts';
import { validateAppArmorProfile } from './app-armor.ts';
import { hasUserNamespace, type PodContext } from './options.ts';
import { validateSeccompProfile } from './seccomp.ts';
import { validateWindowsOptions } from './windows.ts';

/** Validates the security context of one container. */
export function validateSecurityContext(
  context: CoreV1SecurityContext | undefined,
  path: FieldPath,
  pod: PodContext & { spec?: CoreV1PodSpec },
): FieldError[] {
  if (context === undefined) return [];
  return [
    ...(context.privileged && pod.allowPrivileged === false
      ? [forbidden(path.child('privileged'), 'disallowed by cluster policy')]
      : []),
    ...validateId(context.runAsUser, path.child('runAsUser'), userId),
    ...validateId(context.runAsGroup, path.child('runAsGroup'), groupId),
    ...validateProcMount(context.procMount, path.child('procMount'), pod),
    ...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile')),
    ...validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile')),
    ...validateEscalation(context, path),
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
  ];
}

export function validateId(id: number | undefined, path: FieldPath, check: NumberCheck): FieldError[] {
  return id === undefined ? [] : invalidEach(path, id, check(id));
}

function validateProcMount(
  procMount: string | undefined,
  path: FieldPath,
  { spec, features: { since30 } }: PodContext & { spec?: CoreV1PodSpec },
): FieldError[] {
  const seesAll = since30 && procMount === 'Unmasked' && spec !== undefined && !hasUserNamespace(spec);
  return [
    ...validateOneOf(procMount, path, ['Default', 'Unmasked']),
    ...(seesAll ? [invalid(path, procMount, '`hostUsers` must be false to use `Unmasked`')] : []),
  ];
}

/** Refuses to forbid privilege escalation to a container that has all privileges already. */
function validateEscalation(context: CoreV1SecurityContext, path: FieldPath): FieldError[] {
  const { allowPrivilegeEscalation, privileged, capabilities } = context;
  if (allowPrivilegeEscalation !== false) return [];
  // The message of each error shows the whole context.
  const shown = asGo('SecurityContext', context);
  const text = (other: string) => `cannot set \`allowPrivilegeEscalation\` to false and ${other}`;
  return [
    ...(privileged ? [invalid(path, shown, text('`privileged` to true'))] : []),
    ...validateEach(capabilities?.add ?? [], (capability) =>
      capability === 'CAP_SYS_ADMIN' ? [invalid(path, shown, text('`capabilities.Add` CAP_SYS_ADMIN'))] : [],
    ),
  ];
}
