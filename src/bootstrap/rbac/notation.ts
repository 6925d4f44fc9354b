import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { RbacV1PolicyRule, RbacV1Subject } from '../../api/schema/types.gen.ts';

/** The releases that have an entry; all when nothing is said. */
export interface Life {
  /** First release with it. */
  readonly since?: string;
  /** First release without it. */
  readonly until?: string;
  /** Feature gate without which it is not there. */
  readonly gate?: string;
  /** A gate that replaces it with something else when it is on. */
  readonly unless?: string;
}

/** A rule, or one that not every release has. */
export type RuleEntry = RbacV1PolicyRule | (Life & { readonly rule: RbacV1PolicyRule });

/**
 * The tables beside this file say roles and bindings in few words: lists are texts with blanks between the items, the
 * core group is `core`, and names of the product stand as `{api}`, `{label}`, `{prefix}` and `{nodeAgent}`. The order of
 * items means nothing: the objects have them sorted.
 */
export interface RoleEntry extends Life {
  readonly name: string;
  readonly rules: readonly RuleEntry[];
  /** The user-facing role whose rules it adds to. */
  readonly aggregateTo?: UserRole;
  /** Its rules are those of all roles that add to this one. */
  readonly gathers?: UserRole;
}

/** when({ since: '1.32' }, rule('list watch', 'pods')) */
export const when = (life: Life, given: RbacV1PolicyRule): RuleEntry => ({ ...life, rule: given });

/** A rule in its forms before and from a release on. */
export const changed = (release: string, before: RbacV1PolicyRule, after: RbacV1PolicyRule): RuleEntry[] => [
  when({ until: release }, before),
  when({ since: release }, after),
];

export const isThere = ({ since, until, gate, unless }: Life, gates: FeatureGates): boolean =>
  (since === undefined || gates.isIn(since)) &&
  !(until !== undefined && gates.isIn(until)) &&
  (gate === undefined || gates.isOn(gate)) &&
  !(unless !== undefined && gates.isOn(unless));

/** The rules of a release. */
export const rulesIn = (entries: readonly RuleEntry[], gates: FeatureGates): RbacV1PolicyRule[] =>
  entries.flatMap((entry) => ('rule' in entry ? (isThere(entry, gates) ? [entry.rule] : []) : [entry]));

export type UserRole = 'admin' | 'edit' | 'view';

export interface NamespacedRoleEntry extends RoleEntry {
  readonly namespace: string;
}

export interface BindingEntry extends Life {
  readonly name: string;
  /** "" for one that holds everywhere; its role lies there as well. */
  readonly namespace: string;
  readonly role: string;
  readonly subjects: readonly SubjectEntry[];
}

export type SubjectEntry = Pick<RbacV1Subject, 'kind' | 'name' | 'namespace'> & Life;

export const read = 'get list watch';
export const write = 'create delete deletecollection patch update';
export const readWrite = `${read} ${write}`;

const core = 'core';
const items = (text: string): string[] => text.split(' ');

/** `names`: of the objects that are meant; all by default. */
export function rule(verbs: string, resources: string, groups = core, names = ''): RbacV1PolicyRule {
  return {
    verbs: items(verbs),
    apiGroups: items(groups).map((group) => (group === core ? '' : group)),
    resources: items(resources),
    ...(names === '' ? {} : { resourceNames: items(names) }),
  };
}

export const paths = (verbs: string, urls: string): RbacV1PolicyRule => ({
  verbs: items(verbs),
  nonResourceURLs: items(urls),
});

/** Rules for writing events. */
export const tellEvents = rule('create patch update', 'events', 'core events.{api}');

export const user = (name: string): SubjectEntry => ({ kind: 'User', name });
export const group = (name: string): SubjectEntry => ({ kind: 'Group', name });
export const account = (name: string, namespace = '{prefix}-system'): SubjectEntry => ({
  kind: 'ServiceAccount',
  name,
  namespace,
});
