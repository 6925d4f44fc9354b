import { type Lack, ruleLacks } from '../../../api/rbac/rule-lacks.ts';
import type { Grounds, NearRule, Permission } from '../../../api/request/decisions.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import type { Attributes, Ruling } from '../authorizer.ts';
import type { RolePolicy } from './role-policy.ts';
import type { Grant } from './subject-index.ts';

/** Verbs, resources, names and paths looked at for one explanation: a user may hold a million. */
const maxWords = 200_000;
const maxNamespaces = 1_000;
/** So much of each is shown. */
const maxNear = 3;
const maxAllowedIn = 5;

/** Near by which field: a further name or verb is less of a change than a further resource. */
const byNearness: readonly Lack[] = ['resourceNames', 'verbs', 'apiGroups', 'resources', 'nonResourceURLs'];

/** The binding, role and rule that allow a request; else the rules and namespaces that nearly do. */
export function groundsOf(policy: RolePolicy, attributes: Attributes, { verdict }: Ruling): Grounds {
  const near: NearRule[] = [];
  let looked = 0;
  for (const grant of policy.grantsTo(attributes.user, attributes.namespace)) {
    const { roleRef, namespace } = grant.binding;
    for (const rule of policy.roles.find(roleRef, namespace)?.source ?? []) {
      looked += wordsOf(rule);
      if (looked > maxWords) break;
      const lacks = ruleLacks(rule, attributes);
      if (lacks.length === 0) return { allowedBy: permission(grant, rule) };
      if (lacks.length === 1 && isNear(lacks[0]!, rule, attributes)) {
        near.push({ ...permission(grant, rule), lacks: lacks[0]! });
      }
    }
  }
  if (verdict === 'allow') return {};
  near.sort((one, other) => byNearness.indexOf(one.lacks) - byNearness.indexOf(other.lacks));
  return {
    ...(near.length === 0 ? {} : { nearest: near.slice(0, maxNear) }),
    ...allowedElsewhere(policy, attributes),
  };
}

/** A rule about something else entirely says nothing: pods are near to `pods/log`, and to no other resource. */
function isNear(lack: Lack, { resources }: RbacV1PolicyRule, { resource, subresource }: Attributes): boolean {
  if (lack === 'nonResourceURLs') return false;
  return lack !== 'resources' || (subresource !== '' && resources?.includes(resource) === true);
}

function wordsOf({ verbs, resources, resourceNames, nonResourceURLs }: RbacV1PolicyRule): number {
  let sum = 1;
  for (const words of [verbs, resources, resourceNames, nonResourceURLs]) sum += words?.length ?? 0;
  return sum;
}

function allowedElsewhere(policy: RolePolicy, attributes: Attributes): Pick<Grounds, 'allowedIn'> {
  if (!attributes.isResourceRequest) return {};
  const allowedIn: string[] = [];
  let looked = 0;
  for (const namespace of policy.namespaces()) {
    if (++looked > maxNamespaces || allowedIn.length === maxAllowedIn) break;
    if (policy.isAllowedIn(namespace, attributes)) allowedIn.push(namespace);
  }
  return allowedIn.length === 0 ? {} : { allowedIn };
}

function permission({ binding, subject }: Grant, rule: RbacV1PolicyRule): Permission {
  const { namespace, name, roleRef } = binding;
  return {
    binding:
      namespace === '' ? { kind: 'ClusterRoleBinding', name } : { kind: 'RoleBinding', namespace, name },
    role: { kind: roleRef.kind, name: roleRef.name },
    subject,
    rule,
  };
}
