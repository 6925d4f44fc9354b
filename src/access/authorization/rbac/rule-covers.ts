import { PathPatterns } from '../../../api/rbac/path-patterns.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import type { Pacer } from '../../../util/pacer.ts';

/**
 * So many single permissions are compared one by one; of what is beyond, rules that no one rule covers count as
 * missing as they are. A rule of a thousand verbs, groups and resources would be a billion of them. All roles with
 * which a cluster begins have some 1,200.
 */
const maxComparedOneByOne = 10_000;

/** Looks at an owned rule, after which all rules left count as missing: some 300 ms of work, in slices. */
const maxLooks = 2_000_000;

/** The dimensions of a rule; a single permission has at most one value in each. */
interface Permission {
  verbs: readonly string[];
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames: readonly string[];
  nonResourceURLs: readonly string[];
}

/**
 * Parts of the wanted rules that the owned ones do not cover, taken apart to one verb, group, resource and name.
 *
 *     owned {get; pods, secrets}, wanted {get, list; pods} gives {list; pods}
 */
export function uncoveredRules(
  owned: readonly RbacV1PolicyRule[],
  wanted: readonly RbacV1PolicyRule[],
): RbacV1PolicyRule[] {
  const comparison = compare(owned, wanted, Infinity);
  for (;;) {
    const { done, value } = comparison.next();
    if (done) return value;
  }
}

/** The same in slices, for rules of users, which may be many. Never finds less missing than there is. */
export async function missingRulesInSlices(
  owned: readonly RbacV1PolicyRule[],
  wanted: readonly RbacV1PolicyRule[],
  pacer: Pacer,
): Promise<RbacV1PolicyRule[]> {
  const comparison = compare(owned, wanted, maxLooks);
  for (;;) {
    const { done, value } = comparison.next();
    if (done) return value;
    if (pacer.isDue(value)) await pacer.turn();
  }
}

/** Yields after each step how many looks it was. */
function* compare(
  owned: readonly RbacV1PolicyRule[],
  wanted: readonly RbacV1PolicyRule[],
  looks: number,
): Generator<number, RbacV1PolicyRule[], undefined> {
  const holder = new Holder();
  for (const rule of owned) yield holder.add(permissionOf(rule));
  const missing: RbacV1PolicyRule[] = [];
  let left = maxComparedOneByOne;
  let looksLeft = looks;
  const isMissing = (permission: Permission): boolean => {
    if (looksLeft <= 0) return true;
    const { isCovered, looks } = holder.find(permission);
    looksLeft -= looks;
    return !isCovered;
  };
  for (const rule of wanted) {
    const before = looksLeft;
    const permission = permissionOf(rule);
    const isWhole = !isMissing(permission);
    yield before - looksLeft + 1;
    if (isWhole) continue;
    left -= partsOf(permission);
    if (left < 0 || looksLeft <= 0) {
      missing.push(rule);
      continue;
    }
    for (const part of apart(permission)) {
      const before = looksLeft;
      if (isMissing(part)) missing.push(ruleOf(part));
      yield before - looksLeft + 1;
    }
  }
  return missing;
}

/** The rules of a user, indexed by resource and path: a permission is compared with those that could cover it. */
class Holder {
  readonly #byResource = new Map<string, Owned[]>();
  readonly #ofPaths: Owned[] = [];
  readonly #all: Owned[] = [];

  /** Answers how many looks that was. */
  add(permission: Permission): number {
    const rule = new Owned(permission);
    this.#all.push(rule);
    if (permission.nonResourceURLs.length > 0) this.#ofPaths.push(rule);
    for (const resource of new Set(permission.resources)) {
      const known = this.#byResource.get(resource);
      if (known === undefined) this.#byResource.set(resource, [rule]);
      else known.push(rule);
    }
    return 1 + (partsCount(permission) >> 4);
  }

  /** Whether one of the rules covers all of it, and how many were looked at. */
  find(permission: Permission): { isCovered: boolean; looks: number } {
    let looks = 0;
    for (const rules of this.#candidates(permission)) {
      for (const rule of rules) {
        looks++;
        if (rule.covers(permission)) return { isCovered: true, looks };
      }
    }
    return { isCovered: false, looks };
  }

  /** A rule that covers a permission contains its first resource or path. */
  #candidates({ resources: [resource], nonResourceURLs }: Permission): readonly (readonly Owned[])[] {
    if (resource === undefined) return [nonResourceURLs.length > 0 ? this.#ofPaths : this.#all];
    const slash = resource.indexOf('/');
    const names = slash < 0 ? ['*', resource] : ['*', resource, `*${resource.slice(slash)}`];
    return names.map((name) => this.#byResource.get(name) ?? []);
  }
}

class Owned {
  readonly #verbs: ReadonlySet<string>;
  readonly #groups: ReadonlySet<string>;
  readonly #resources: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #paths: PathPatterns;

  constructor({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission) {
    this.#verbs = new Set(verbs);
    this.#groups = new Set(apiGroups);
    this.#resources = new Set(resources);
    this.#names = new Set(resourceNames);
    this.#paths = new PathPatterns(nonResourceURLs);
  }

  covers({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission): boolean {
    return (
      hasAll(this.#verbs, verbs) &&
      hasAll(this.#groups, apiGroups) &&
      resources.every((resource) => this.#coversResource(resource)) &&
      this.#coversNames(resourceNames) &&
      nonResourceURLs.every((path) => this.#paths.covers(path))
    );
  }

  #coversResource(resource: string): boolean {
    if (this.#resources.has('*') || this.#resources.has(resource)) return true;
    const slash = resource.indexOf('/');
    return slash >= 0 && this.#resources.has(`*${resource.slice(slash)}`);
  }

  /** Whether the names are covered: a rule with resourceNames does not cover one without. */
  #coversNames(names: readonly string[]): boolean {
    if (this.#names.size === 0) return true;
    return names.length > 0 && names.every((name) => this.#names.has(name));
  }
}

const hasAll = (owned: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  owned.has('*') || wanted.every((one) => owned.has(one));

function permissionOf(rule: RbacV1PolicyRule): Permission {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  return { verbs: verbs ?? [], apiGroups, resources, resourceNames, nonResourceURLs };
}

/** Number of words of a rule. */
function partsCount({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission): number {
  return verbs.length + apiGroups.length + resources.length + resourceNames.length + nonResourceURLs.length;
}

function partsOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission): number {
  const names = Math.max(resourceNames.length, 1);
  return verbs.length * (apiGroups.length * resources.length * names + nonResourceURLs.length);
}

const nothing: Permission = {
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
};

function* apart({
  verbs,
  apiGroups,
  resources,
  resourceNames,
  nonResourceURLs,
}: Permission): Generator<Permission> {
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        for (const name of names) {
          yield { ...nothing, verbs: [verb], apiGroups: [group], resources: [resource], resourceNames: name };
        }
      }
    }
  }
  for (const path of nonResourceURLs) {
    for (const verb of verbs) yield { ...nothing, verbs: [verb], nonResourceURLs: [path] };
  }
}

function ruleOf({
  verbs,
  apiGroups,
  resources,
  resourceNames,
  nonResourceURLs,
}: Permission): RbacV1PolicyRule {
  if (nonResourceURLs.length > 0) return { verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] };
  return {
    verbs: [...verbs],
    apiGroups: [...apiGroups],
    resources: [...resources],
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
  };
}
