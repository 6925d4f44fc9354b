import type { Authorizer } from '../../access/authorization/authorizer.ts';
import { EscalationCheck } from '../../access/authorization/rbac/escalation-check.ts';
import type { RolePolicy } from '../../access/authorization/rbac/role-policy.ts';
import { certificateStatusAccess } from '../../admission/certificate-status-access.ts';
import type { NamedPlugin } from '../../admission/chain.ts';
import { claimStatusAccess } from '../../admission/claim-status-access.ts';
import type { Versions } from '../../admission/descriptor.ts';
import { paramAccess } from '../../admission/param-access.ts';
import { reservedNames } from '../../admission/reserved-names.ts';
import { roleEscalation } from '../../admission/role-escalation.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';

interface BuiltInAdmissionOptions {
  dialect: Dialect;
  gates: FeatureGates;
  objects: Objects;
  versions: Versions;
  authorizer: Authorizer;
  policy: RolePolicy;
}

/** Plugins that stand between writes and the store whatever flags say. */
export function builtInAdmission({
  dialect,
  gates,
  objects,
  versions,
  authorizer,
  policy,
}: BuiltInAdmissionOptions): NamedPlugin[] {
  const named = (text: string): string => fillPlaceholders(dialect, text);
  return [
    ...(gates.isOn('ManifestBasedAdmissionControlConfig') ? [reservedNames(dialect.api)] : []),
    roleEscalation(new EscalationCheck(named('rbac.authorization.{api}'), policy, authorizer)),
    paramAccess({ authorizer, objects, versions, group: named('admissionregistration.{api}') }),
    certificateStatusAccess(named('certificates.{api}'), authorizer),
    ...(gates.isOn('DRAResourceClaimGranularStatusAuthorization')
      ? [
          claimStatusAccess({
            authorizer,
            group: named('resource.{api}'),
            nodeKey: named('authentication.{label}/node-name'),
          }),
        ]
      : []),
  ];
}
