import type { CoreV1SecurityContext } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { groupId, type NumberCheck, userId } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, validateOneOf } from '../field-checks.ts';
import type { PodContext } from './options.ts';
import { validateSeccompProfile } from './seccomp.ts';
import { validateWindowsOptions } from './windows.ts';

/** Validates the security context of one container. */
export function validateSecurityContext(
  context: CoreV1SecurityContext | undefined,
  path: FieldPath,
  { allowPrivileged }: PodContext,
): FieldError[] {
  if (context === undefined) return [];
  return [
    ...(context.privileged && allowPrivileged === false
      ? [forbidden(path.child('privileged'), 'disallowed by cluster policy')]
      : []),
    ...validateId(context.runAsUser, path.child('runAsUser'), userId),
    ...validateId(context.runAsGroup, path.child('runAsGroup'), groupId),
    ...validateOneOf(context.procMount, path.child('procMount'), ['Default', 'Unmasked']),
    ...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile')),
    ...validateEscalation(context, path),
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
  ];
}

export function validateId(id: number | undefined, path: FieldPath, check: NumberCheck): FieldError[] {
  return id === undefined ? [] : invalidEach(path, id, check(id));
}

/** Refuses to forbid privilege escalation to a container that has all privileges already. */
function validateEscalation(context: CoreV1SecurityContext, path: FieldPath): FieldError[] {
  const { allowPrivilegeEscalation, privileged, capabilities } = context;
  if (allowPrivilegeEscalation !== false) return [];
  const text = (other: string) => `cannot set \`allowPrivilegeEscalation\` to false and ${other}`;
  return [
    ...(privileged ? [invalid(path, context, text('`privileged` to true'))] : []),
    // The message of each error shows the whole context.
    ...validateEach(capabilities?.add ?? [], (capability) =>
      capability === 'CAP_SYS_ADMIN'
        ? [invalid(path, context, text('`capabilities.Add` CAP_SYS_ADMIN'))]
        : [],
    ),
  ];
}
