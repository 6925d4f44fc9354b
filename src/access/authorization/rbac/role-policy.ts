import type { Objects } from '../../../api/meta/lister.ts';
import type { ObjectMeta } from '../../../api/meta/metadata.ts';
import type { User } from '../../../api/meta/user.ts';
import type { RbacV1PolicyRule, RbacV1RoleRef, RbacV1Subject } from '../../../api/schema/types.gen.ts';
import { aggregate } from '../../../util/aggregate.ts';
import { goQuote } from '../../../util/quote.ts';
import type { Attributes, Ruling } from '../authorizer.ts';
import { type Asked, askedBy } from './compiled-rules.ts';
import { Roles } from './roles.ts';
import { type Binding, type Grant, SubjectIndex } from './subject-index.ts';

interface BindingObject {
  metadata: ObjectMeta;
  roleRef: RbacV1RoleRef;
  subjects?: RbacV1Subject[];
}

/** Missing roles that an error lists: a user may be bound to thousands. */
const maxMissing = 100;

const nothingSaid: Ruling = { verdict: 'no-opinion', reason: '' };

/**
 * The policy of all roles and bindings in the caches: a change counts from the moment the caches show it. A check costs
 * as much as the bindings that name the caller, however many more bindings there are.
 */
export class RolePolicy implements Disposable {
  readonly roles: Roles;
  readonly #everywhere = new SubjectIndex();
  readonly #inNamespaces = new Map<string, SubjectIndex>();
  readonly #held = new DisposableStack();

  /** `group`: that of roles and bindings, in the words of the dialect. */
  constructor(objects: Objects, group: string) {
    this.roles = this.#held.use(new Roles(objects, group));
    for (const resource of ['rolebindings', 'clusterrolebindings']) {
      const lister = objects.lister<BindingObject>({ group, resource });
      this.#held.use(lister.observe(({ namespace, name, after }) => this.#took(namespace, name, after())));
    }
  }

  /** Allows, or has no opinion. Roles that are referred to and not there are the reason then. */
  decide(attributes: Attributes): Ruling {
    const { user, namespace } = attributes;
    const asked = askedBy(attributes);
    const missing = new Set<string>();
    const allowed =
      this.#allowedBy(this.#everywhere, user, asked, missing) ??
      this.#allowedBy(this.#inNamespaces.get(namespace), user, asked, missing);
    if (allowed !== undefined) return allowed;
    return missing.size === 0
      ? nothingSaid
      : { verdict: 'no-opinion', reason: `RBAC: ${aggregate(missing)}` };
  }

  /** The bindings that name the user, everywhere and in this namespace, in the order in which they are asked. */
  *grantsTo(user: User, namespace: string): Generator<Grant> {
    yield* this.#everywhere.grantsTo(user);
    const here = this.#inNamespaces.get(namespace);
    if (here !== undefined) yield* here.grantsTo(user);
  }

  /** Namespaces with bindings. */
  namespaces(): Iterable<string> {
    return this.#inNamespaces.keys();
  }

  /** Whether a binding in this namespace allows it; those that hold everywhere are not looked at. */
  isAllowedIn(namespace: string, attributes: Attributes): boolean {
    const index = this.#inNamespaces.get(namespace);
    return this.#allowedBy(index, attributes.user, askedBy(attributes), new Set()) !== undefined;
  }

  /** All rules that hold for the user in this namespace ("": everywhere), and the roles that are not there. */
  rulesOf(user: User, namespace: string): { rules: RbacV1PolicyRule[]; errors: string[] } {
    const bindings = new Set<Binding>();
    for (const index of [this.#everywhere, this.#inNamespaces.get(namespace)]) {
      for (const { binding } of index?.grantsTo(user) ?? []) bindings.add(binding);
    }
    const rules: RbacV1PolicyRule[] = [];
    const errors = new Set<string>();
    for (const { roleRef, namespace: of } of bindings) {
      const found = this.roles.find(roleRef, of);
      if (found === undefined) {
        if (errors.size < maxMissing) errors.add(this.roles.missing(roleRef));
        continue;
      }
      for (const rule of found.source) rules.push(rule);
    }
    return { rules, errors: [...errors] };
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #allowedBy(
    index: SubjectIndex | undefined,
    user: User,
    asked: Asked,
    missing: Set<string>,
  ): Ruling | undefined {
    if (index === undefined) return undefined;
    for (const grant of index.grantsTo(user)) {
      const { roleRef, namespace } = grant.binding;
      const rules = this.roles.find(roleRef, namespace);
      if (rules === undefined) {
        if (missing.size < maxMissing) missing.add(this.roles.missing(roleRef));
      } else if (rules.allow(asked)) return (grant.ruling ??= { verdict: 'allow', reason: reasonOf(grant) });
    }
    return undefined;
  }

  #took(namespace: string, name: string, object: BindingObject | undefined): void {
    const index = namespace === '' ? this.#everywhere : this.#inNamespaces.get(namespace);
    if (object === undefined) {
      index?.delete(name);
      if (namespace !== '' && index?.size === 0) this.#inNamespaces.delete(namespace);
      return;
    }
    const { roleRef, subjects = [] } = object;
    const binding: Binding = { namespace, name, roleRef, subjects };
    if (index !== undefined) return index.set(binding);
    const first = new SubjectIndex();
    first.set(binding);
    this.#inNamespaces.set(namespace, first);
  }
}

/** `RBAC: allowed by RoleBinding "readers/shop" of Role "reader" to ServiceAccount "robot/shop"` */
function reasonOf({ binding, subject }: Grant): string {
  const { namespace, name, roleRef } = binding;
  const by =
    namespace === ''
      ? `ClusterRoleBinding ${goQuote(name)}`
      : `RoleBinding ${goQuote(`${name}/${namespace}`)}`;
  const to =
    subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace || namespace}` : subject.name;
  return `RBAC: allowed by ${by} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${subject.kind} ${goQuote(to)}`;
}
