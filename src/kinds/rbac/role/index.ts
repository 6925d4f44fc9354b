import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { RbacV1Role } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsPathSegment } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { unlistNoRules } from '../../shared/rbac/no-rules.ts';
import { validatePolicyRules } from '../../shared/rbac/policy-rules.ts';
import { reporting } from '../../shared/report-twice.ts';

/** Permissions within one namespace. */
export function role({ dialect, gates }: KindDependencies): KindRules<RbacV1Role> {
  const validate = ({ rules }: RbacV1Role) => validatePolicyRules(rules, FieldPath.of('rules'), true);
  const report = reporting(gates);
  return {
    group: fillPlaceholders(dialect, 'rbac.authorization.{api}'),
    kind: 'Role',
    ...(gates.isIn('1.33') && { prepareForCreate: unlistNoRules, prepareForUpdate: unlistNoRules }),
    validateName: nameIsPathSegment,
    validateCreate: validate,
    validateUpdate: (object) => report(validate(object)),
    allowsCreateOnUpdate: true,
  };
}
