import type { Attributes } from '../../../src/access/authorization/authorizer.ts';
import { RolePolicy } from '../../../src/access/authorization/rbac/role-policy.ts';
import { type Dialect, dialects } from '../../../src/api/meta/dialect.ts';
import type { User } from '../../../src/api/meta/user.ts';
import type { RbacV1PolicyRule, RbacV1Subject } from '../../../src/api/schema/types.gen.ts';
import { MemoryObjects } from './memory-objects.ts';

export const kubernetes: Dialect = dialects.find(({ name }) => name === 'kubernetes')!;
export const group = `rbac.authorization.${kubernetes.api}`;

/** Roles and bindings in memory, and what they say together. */
export class PolicyBench extends MemoryObjects {
  readonly policy = new RolePolicy(this, group);

  put(resource: string, namespace: string, name: string, content: object): void {
    this.lister({ resource }).put({ metadata: { name, ...(namespace && { namespace }) }, ...content });
  }

  remove(resource: string, namespace: string, name: string): void {
    this.lister({ resource }).remove(namespace, name);
  }

  role(namespace: string, name: string, ...rules: RbacV1PolicyRule[]): void {
    this.put(namespace === '' ? 'clusterroles' : 'roles', namespace, name, { rules });
  }

  /** `role`: `Role/a` or `ClusterRole/a`. */
  bind(namespace: string, name: string, role: string, ...subjects: RbacV1Subject[]): void {
    const [kind, of] = role.split('/');
    const resource = namespace === '' ? 'clusterrolebindings' : 'rolebindings';
    this.put(resource, namespace, name, { roleRef: { apiGroup: group, kind, name: of }, subjects });
  }
}

export const userOf = (name: string, ...groups: string[]): User => ({ name, uid: '', groups, extra: {} });

/** `get pods/log`, `list deployments.apps`, `get /metrics`. */
export function request(user: User, text: string, namespace = '', name = ''): Attributes {
  const [verb = '', what = ''] = text.split(' ');
  const nothing = {
    group: '',
    version: '',
    resource: '',
    subresource: '',
    name: '',
    namespace: '',
    path: '',
  };
  if (what.startsWith('/')) return { ...nothing, user, verb, isResourceRequest: false, path: what };
  const [type = '', subresource = ''] = what.split('/');
  const [resource = '', ...ofGroup] = type.split('.');
  return {
    ...nothing,
    user,
    verb,
    isResourceRequest: true,
    version: 'v1',
    group: ofGroup.join('.'),
    resource,
    subresource,
    name,
    namespace,
  };
}

/** `get,list pods,pods/log` of groups, for names. */
export function rule(text: string, groups = [''], resourceNames: string[] = []): RbacV1PolicyRule {
  const [verbs = '', what = ''] = text.split(' ');
  if (what.startsWith('/')) return { verbs: verbs.split(','), nonResourceURLs: what.split(',') };
  const names = resourceNames.length === 0 ? {} : { resourceNames };
  return { verbs: verbs.split(','), apiGroups: groups, resources: what.split(','), ...names };
}

export const aUser = (name: string): RbacV1Subject => ({ kind: 'User', apiGroup: group, name });
export const aGroup = (name: string): RbacV1Subject => ({ kind: 'Group', apiGroup: group, name });
export const anAccount = (name: string, namespace?: string): RbacV1Subject => ({
  kind: 'ServiceAccount',
  name,
  ...(namespace === undefined ? {} : { namespace }),
});
