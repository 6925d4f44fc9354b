import type { ApiObject } from '../../../api/meta/metadata.ts';
import { isReleasedOnly } from '../../../api/meta/released-only.ts';
import { forbiddenError, type GroupResource } from '../../../api/meta/status.ts';
import type { User } from '../../../api/meta/user.ts';
import type {
  RbacV1ClusterRole,
  RbacV1ClusterRoleBinding,
  RbacV1PolicyRule,
  RbacV1RoleBinding,
} from '../../../api/schema/types.gen.ts';
import { aggregate } from '../../../util/aggregate.ts';
import { Pacer, TurnQueue } from '../../../util/pacer.ts';
import { goQuote } from '../../../util/quote.ts';
import type { Authorizer } from '../authorizer.ts';
import { isPrivileged } from '../privileged-group.ts';
import type { RolePolicy } from './role-policy.ts';
import { missingRulesInSlices } from './rule-covers.ts';
import { quotedList, ruleLines } from './rule-text.ts';

type AnyRole = Pick<RbacV1ClusterRole, 'rules' | 'aggregationRule'>;
type AnyBinding = Pick<RbacV1ClusterRoleBinding | RbacV1RoleBinding, 'roleRef'>;

const roles = ['roles', 'clusterroles'];
const bindings = ['rolebindings', 'clusterrolebindings'];

const everything: readonly RbacV1PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** Refuses to write roles and bindings that grant permissions which the user does not have. */
export class EscalationCheck {
  readonly #group: string;
  readonly #policy: RolePolicy;
  readonly #authorizer: Authorizer;
  readonly #turns = new TurnQueue();

  /**
   * `group`: that of roles and bindings. Who may `escalate` and `bind`, the authorizer says: all modes, not RBAC alone.
   */
  constructor(group: string, policy: RolePolicy, authorizer: Authorizer) {
    this.#group = group;
    this.#policy = policy;
    this.#authorizer = authorizer;
  }

  concerns({ group, resource }: GroupResource): boolean {
    return group === this.#group && (roles.includes(resource) || bindings.includes(resource));
  }

  /**
   * Checks a create (`old` is undefined) or an update of what it concerns, in the version that is stored. Throws
   * Forbidden, and NotFound when a binding refers to a role that is not there.
   */
  async check(type: GroupResource, object: ApiObject, old: ApiObject | undefined, user: User): Promise<void> {
    if (isPrivileged(user)) return;
    if (old !== undefined && isReleasedOnly(object, old)) return;
    if (roles.includes(type.resource)) await this.#checkRole(type, object, old, user);
    else await this.#checkBinding(type, object, user);
  }

  async #checkRole(
    type: GroupResource,
    object: ApiObject,
    old: ApiObject | undefined,
    user: User,
  ): Promise<void> {
    const { namespace = '', name = '' } = object.metadata;
    // A new object has no name yet that resourceNames could match.
    const named = old === undefined ? '' : name;
    if (await this.#may('escalate', type, namespace, named, user)) return;
    const { rules } = object as unknown as AnyRole;
    await this.#confirm(type, name, rules ?? [], user, namespace);
    if (!(aggregates(object) || aggregates(old))) return;
    // It could gather anything, later as well.
    const { missing } = await this.#missing(everything, user, namespace);
    if (missing.length === 0) return;
    throw forbiddenError(type, name, 'must have cluster-admin privileges to use the aggregationRule');
  }

  async #checkBinding(type: GroupResource, object: ApiObject, user: User): Promise<void> {
    const { namespace = '', name = '' } = object.metadata;
    const { roleRef } = object as unknown as AnyBinding;
    const role = this.#policy.roles.typeOf(roleRef);
    if (await this.#may('bind', role, namespace, roleRef.name, user)) return;
    const { source } = await this.#policy.roles.newest(roleRef, namespace);
    await this.#confirm(type, name, source, user, namespace);
  }

  async #may(
    verb: string,
    { group, resource }: GroupResource,
    namespace: string,
    name: string,
    user: User,
  ): Promise<boolean> {
    const asked = { user, verb, isResourceRequest: true, namespace, group, version: '*', resource, name };
    const ruling = await this.#authorizer.authorize({ ...asked, subresource: '', path: '' });
    return ruling.verdict === 'allow';
  }

  async #confirm(
    type: GroupResource,
    name: string,
    rules: readonly RbacV1PolicyRule[],
    user: User,
    namespace: string,
  ): Promise<void> {
    const { missing, errors } = await this.#missing(rules, user, namespace);
    if (missing.length === 0) return;
    const who = `user ${goQuote(user.name)} (groups=${quotedList(user.groups)})`;
    const what = `is attempting to grant RBAC permissions not currently held:\n${ruleLines(missing).join('\n')}`;
    const causes = errors.length === 0 ? '' : `; resolution errors: [${aggregate(errors)}]`;
    throw forbiddenError(type, name, `${who} ${what}${causes}`);
  }

  async #missing(
    rules: readonly RbacV1PolicyRule[],
    user: User,
    namespace: string,
  ): Promise<{ missing: RbacV1PolicyRule[]; errors: string[] }> {
    const owned = this.#policy.rulesOf(user, namespace);
    return {
      missing: await missingRulesInSlices(owned.rules, rules, new Pacer(this.#turns)),
      errors: owned.errors,
    };
  }
}

const aggregates = (role: ApiObject | undefined): boolean =>
  ((role as unknown as AnyRole | undefined)?.aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;
