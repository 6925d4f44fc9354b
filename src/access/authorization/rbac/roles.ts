import type { Lister, Objects } from '../../../api/meta/lister.ts';
import { type GroupResource, notFoundError, StatusError } from '../../../api/meta/status.ts';
import type { RbacV1ClusterRole, RbacV1Role, RbacV1RoleRef } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import { CompiledRules } from './compiled-rules.ts';

type AnyRole = RbacV1Role | RbacV1ClusterRole;
type Reference = Pick<RbacV1RoleRef, 'kind' | 'name'>;

/** The roles by the references that bindings have to them. */
export class Roles implements Disposable {
  readonly #group: string;
  readonly #ofNamespaces: CompiledRoles;
  readonly #ofCluster: CompiledRoles;

  /** `group`: that of roles, in the words of the dialect. */
  constructor(objects: Objects, group: string) {
    this.#group = group;
    this.#ofNamespaces = new CompiledRoles(objects.lister({ group, resource: 'roles' }));
    this.#ofCluster = new CompiledRoles(objects.lister({ group, resource: 'clusterroles' }));
  }

  /**
   * Undefined when there is no such role, or it cannot be read: it allows nothing then, and others may. `namespace`: of
   * the binding, in which a Role is looked for.
   */
  find({ kind, name }: Reference, namespace: string): CompiledRules | undefined {
    try {
      return kind === 'Role' ? this.#ofNamespaces.get(namespace, name) : this.#ofCluster.get('', name);
    } catch (error) {
      if (error instanceof StatusError) return undefined;
      throw error;
    }
  }

  /** Rules of a role as the store has it now. Throws NotFound when there is no such role. */
  async newest(reference: Reference, namespace: string): Promise<CompiledRules> {
    const isRole = reference.kind === 'Role';
    const roles = isRole ? this.#ofNamespaces : this.#ofCluster;
    const found = await roles.newest(isRole ? namespace : '', reference.name);
    if (found === undefined) throw notFoundError(this.typeOf(reference), reference.name);
    return found;
  }

  /** The error of a binding whose role does not exist: `clusterrole.rbac… "x" not found`. */
  missing({ kind, name }: Reference): string {
    return `${kind.toLowerCase()}.${this.#group} ${goQuote(name)} not found`;
  }

  typeOf({ kind }: Reference): GroupResource {
    return { group: this.#group, resource: kind === 'Role' ? 'roles' : 'clusterroles' };
  }

  [Symbol.dispose](): void {
    this.#ofNamespaces[Symbol.dispose]();
    this.#ofCluster[Symbol.dispose]();
  }
}

/** Roles of one kind, compiled when they are first asked for and forgotten when they change. */
class CompiledRoles implements Disposable {
  readonly #lister: Lister<AnyRole>;
  readonly #compiled = new Map<string, CompiledRules>();
  readonly #observation: Disposable;

  constructor(lister: Lister<AnyRole>) {
    this.#lister = lister;
    this.#observation = lister.observe(({ namespace, name }) => {
      this.#compiled.delete(keyOf(namespace, name));
    });
  }

  get(namespace: string, name: string): CompiledRules | undefined {
    const key = keyOf(namespace, name);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const role = this.#lister.get(namespace, name);
    if (role === undefined) return undefined;
    const rules = new CompiledRules(role.rules);
    this.#compiled.set(key, rules);
    return rules;
  }

  async newest(namespace: string, name: string): Promise<CompiledRules | undefined> {
    await this.#lister.getFresh(namespace, name);
    return this.get(namespace, name);
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
  }
}

/** No name contains a '/'. */
const keyOf = (namespace: string, name: string): string => `${namespace}/${name}`;
