import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { pathCovers } from './compiled-rules.ts';

/**
 * So many single permissions are compared one by one; of what is beyond, rules that no one rule covers count as
 * missing as they are. A rule of a thousand verbs, groups and resources would be a billion of them. All roles with
 * which a cluster begins have some 1,200; this many take 45 ms, and as much again to be told.
 */
const comparedOneByOne = 10_000;

/** What a rule can be about; a single permission has at most one of each. */
interface Permission {
  verbs: readonly string[];
  apiGroups: readonly string[];
  resources: readonly string[];
  resourceNames: readonly string[];
  nonResourceURLs: readonly string[];
}

/**
 * Those of the wanted rules that the owned ones do not cover, taken apart to one verb, group, resource and name.
 *
 *     owned {get; pods, secrets}, wanted {get, list; pods} gives {list; pods}
 */
export function missingRules(
  owned: readonly RbacV1PolicyRule[],
  wanted: readonly RbacV1PolicyRule[],
): RbacV1PolicyRule[] {
  const holder = new Holder(owned);
  const missing: RbacV1PolicyRule[] = [];
  let left = comparedOneByOne;
  for (const rule of wanted) {
    const permission = permissionOf(rule);
    if (holder.covers(permission)) continue;
    left -= partsOf(permission);
    if (left < 0) {
      missing.push(rule);
      continue;
    }
    for (const part of apart(permission)) if (!holder.covers(part)) missing.push(ruleOf(part));
  }
  return missing;
}

/** Rules that somebody has. */
class Holder {
  readonly #rules: readonly Owned[];

  constructor(rules: readonly RbacV1PolicyRule[]) {
    this.#rules = rules.map((rule) => new Owned(permissionOf(rule)));
  }

  /** Whether one of the rules covers all of it. */
  covers(permission: Permission): boolean {
    return this.#rules.some((rule) => rule.covers(permission));
  }
}

class Owned {
  readonly #verbs: ReadonlySet<string>;
  readonly #groups: ReadonlySet<string>;
  readonly #resources: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #paths: readonly string[];

  constructor({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission) {
    this.#verbs = new Set(verbs);
    this.#groups = new Set(apiGroups);
    this.#resources = new Set(resources);
    this.#names = new Set(resourceNames);
    this.#paths = nonResourceURLs;
  }

  covers({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Permission): boolean {
    return (
      hasAll(this.#verbs, verbs) &&
      hasAll(this.#groups, apiGroups) &&
      resources.every((resource) => this.#coversResource(resource)) &&
      this.#coversNames(resourceNames) &&
      nonResourceURLs.every((path) => this.#paths.some((pattern) => pathCovers(pattern, path)))
    );
  }

  #coversResource(resource: string): boolean {
    if (this.#resources.has('*') || this.#resources.has(resource)) return true;
    const slash = resource.indexOf('/');
    return slash >= 0 && this.#resources.has(`*${resource.slice(slash)}`);
  }

  /** Who may do it to some may not do it to all. */
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
