import { type Dialect, dialects } from '../../../api/machinery/dialect.ts';
import type { Lister, ObjectChange, Objects } from '../../../api/machinery/lister.ts';
import type { ApiObject } from '../../../api/machinery/metadata.ts';
import type { GroupResource } from '../../../api/machinery/status.ts';
import type { User } from '../../../api/machinery/user.ts';
import type { RbacV1PolicyRule, RbacV1Subject } from '../../../api/schema/types.gen.ts';
import type { Attributes } from '../authorizer.ts';
import { RolePolicy } from './role-policy.ts';

export const kubernetes: Dialect = dialects.find(({ name }) => name === 'kubernetes')!;
export const group = `rbac.authorization.${kubernetes.api}`;

/** Roles and bindings in memory, and what they say together. */
export class PolicyBench implements Objects {
  readonly #stores = new Map<string, Store>();
  readonly policy = new RolePolicy(this, group);

  lister<T>({ resource }: GroupResource): Lister<T> {
    let store = this.#stores.get(resource);
    if (store === undefined) this.#stores.set(resource, (store = new Store()));
    return store as unknown as Lister<T>;
  }

  put(resource: string, namespace: string, name: string, content: object): void {
    const store = this.lister({ group, resource }) as unknown as Store;
    store.put({ metadata: { name, ...(namespace && { namespace }) }, ...content } as ApiObject);
  }

  remove(resource: string, namespace: string, name: string): void {
    (this.lister({ group, resource }) as unknown as Store).remove(namespace, name);
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

class Store implements Lister<ApiObject> {
  readonly #objects = new Map<string, ApiObject>();
  readonly #listeners: ((change: ObjectChange<ApiObject>) => void)[] = [];

  put(object: ApiObject): void {
    const { namespace = '', name = '' } = object.metadata;
    const before = this.get(namespace, name);
    this.#objects.set(`${namespace}/${name}`, object);
    this.#tell(namespace, name, before, object);
  }

  remove(namespace: string, name: string): void {
    const before = this.get(namespace, name);
    this.#objects.delete(`${namespace}/${name}`);
    this.#tell(namespace, name, before, undefined);
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(`${namespace}/${name}`);
  }

  list(namespace = ''): ApiObject[] {
    return [...this.#objects.values()].filter(
      ({ metadata }) => namespace === '' || metadata.namespace === namespace,
    );
  }

  placesBy(): never {
    throw new Error('no field is indexed');
  }

  async getNewest(namespace: string, name: string): Promise<ApiObject | undefined> {
    return this.get(namespace, name);
  }

  observe(listener: (change: ObjectChange<ApiObject>) => void): Disposable {
    this.#listeners.push(listener);
    return { [Symbol.dispose]: () => this.#listeners.splice(this.#listeners.indexOf(listener), 1) };
  }

  #tell(namespace: string, name: string, before: ApiObject | undefined, after: ApiObject | undefined): void {
    const change = { namespace, name, fieldsBefore: undefined, fieldsAfter: undefined };
    for (const listener of this.#listeners) listener({ ...change, before: () => before, after: () => after });
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
    ...{ user, verb, isResourceRequest: true, version: 'v1', group: ofGroup.join('.') },
    ...{ resource, subresource, name, namespace },
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
