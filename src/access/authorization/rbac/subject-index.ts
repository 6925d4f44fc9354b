import type { User } from '../../../api/meta/user.ts';
import { serviceAccountUserName } from '../../../api/meta/user.ts';
import type { RbacV1RoleRef, RbacV1Subject } from '../../../api/schema/types.gen.ts';
import type { Ruling } from '../authorizer.ts';

/** A binding of either kind. */
export interface Binding {
  /** "" for one that holds everywhere. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RbacV1RoleRef;
  readonly subjects: readonly RbacV1Subject[];
}

/** That a binding names a subject. */
export interface Grant {
  readonly binding: Binding;
  readonly subject: RbacV1Subject;
  /** The reason of decisions that this binding allows; made at the first one. */
  ruling?: Ruling;
}

type Grants = Map<string, Map<string, Grant>>;

/**
 * The bindings of one namespace, or those that hold everywhere, by whom they name: what does not name the caller is
 * never looked at.
 */
export class SubjectIndex {
  /** By the name of the user, then by the name of the binding. Service accounts are users here. */
  readonly #users: Grants = new Map();
  readonly #groups: Grants = new Map();
  readonly #bindings = new Map<string, Binding>();

  get size(): number {
    return this.#bindings.size;
  }

  /** Takes the place of the binding of the same name. */
  set(binding: Binding): void {
    this.delete(binding.name);
    this.#bindings.set(binding.name, binding);
    for (const subject of binding.subjects) {
      const [grants, key] = this.#placeOf(binding, subject);
      if (grants === undefined) continue;
      const ofSubject = grants.get(key);
      if (ofSubject === undefined) grants.set(key, new Map([[binding.name, { binding, subject }]]));
      else if (!ofSubject.has(binding.name)) ofSubject.set(binding.name, { binding, subject });
    }
  }

  delete(name: string): void {
    const binding = this.#bindings.get(name);
    if (binding === undefined) return;
    this.#bindings.delete(name);
    for (const subject of binding.subjects) {
      const [grants, key] = this.#placeOf(binding, subject);
      const ofSubject = grants?.get(key);
      if (ofSubject?.delete(name) && ofSubject.size === 0) grants!.delete(key);
    }
  }

  /** Bindings with this user or one of their groups as a subject; repeated if several subjects match. */
  *grantsTo({ name, groups }: User): Generator<Grant> {
    const own = this.#users.get(name);
    if (own !== undefined) yield* own.values();
    for (const group of groups) {
      const ofGroup = this.#groups.get(group);
      if (ofGroup !== undefined) yield* ofGroup.values();
    }
  }

  #placeOf(binding: Binding, { kind, name, namespace }: RbacV1Subject): [Grants | undefined, string] {
    if (kind === 'User') return [this.#users, name];
    if (kind === 'Group') return [this.#groups, name];
    const home = namespace || binding.namespace;
    return kind === 'ServiceAccount' && home !== ''
      ? [this.#users, serviceAccountUserName(home, name)]
      : [undefined, ''];
  }
}
