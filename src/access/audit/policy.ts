import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';

/** Amounts of a request that are recorded; each level has all of those before it. */
export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type Level = (typeof levels)[number];

/** Moments of a request at which there is something to record. */
export const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type Stage = (typeof stages)[number];

/** A policy as it stands in its file, known to be valid. */
export interface PolicyDocument {
  rules: readonly PolicyRule[];
  omitStages: readonly Stage[];
  omitManagedFields: boolean;
}

/** Empty lists: whatever it is. */
export interface PolicyRule {
  level: Level;
  users: readonly string[];
  userGroups: readonly string[];
  verbs: readonly string[];
  resources: readonly GroupResources[];
  /** "" is for what is in no namespace. */
  namespaces: readonly string[];
  nonResourceURLs: readonly string[];
  omitStages: readonly Stage[];
  /** Undefined: the default of the policy. */
  omitManagedFields: boolean | undefined;
}

export interface GroupResources {
  group: string;
  /** `pods`, `pods/log`, a star for either part; one star alone is all with their subresources, as is no entry. */
  resources: readonly string[];
  resourceNames: readonly string[];
}

/** Level and stages at which a request is audited. */
export interface Decision {
  readonly level: Level;
  readonly omitted: ReadonlySet<Stage>;
  readonly omitManagedFields: boolean;
}

/** The attributes that rules match; there is no user where credentials were refused. */
export interface AuditedAttributes {
  readonly info: RequestInfo;
  readonly user: User | undefined;
}

type Test = (attributes: AuditedAttributes) => boolean;

interface CompiledRule {
  readonly tests: readonly Test[];
  readonly decision: Decision;
}

/** Decides by the first rule that matches. A request that no rule matches is not recorded. */
export class Policy {
  readonly #rules: readonly CompiledRule[];
  readonly #otherwise: Decision;

  constructor({ rules, omitStages, omitManagedFields }: PolicyDocument) {
    this.#rules = rules.map((rule) => ({
      tests: testsOf(rule),
      decision: {
        level: rule.level,
        omitted: new Set([...omitStages, ...rule.omitStages]),
        omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
      },
    }));
    this.#otherwise = { level: 'None', omitted: new Set(omitStages), omitManagedFields };
  }

  decide(attributes: AuditedAttributes): Decision {
    for (const { tests, decision } of this.#rules) {
      if (matches(tests, attributes)) return decision;
    }
    return this.#otherwise;
  }
}

function matches(tests: readonly Test[], attributes: AuditedAttributes): boolean {
  for (const test of tests) if (!test(attributes)) return false;
  return true;
}

/** Only what the rule says something about is looked at. */
function testsOf(rule: PolicyRule): Test[] {
  const tests: Test[] = [];
  const [users, groups, verbs, namespaces] = [rule.users, rule.userGroups, rule.verbs, rule.namespaces].map(
    (names) => new Set(names),
  );
  if (users!.size > 0) tests.push(({ user }) => user !== undefined && users!.has(user.name));
  if (groups!.size > 0) {
    tests.push(({ user }) => user?.groups.some((group) => groups!.has(group)) ?? false);
  }
  if (verbs!.size > 0) tests.push(({ info }) => verbs!.has(info.verb));
  if (namespaces!.size > 0 || rule.resources.length > 0) tests.push(({ info }) => info.isResourceRequest);
  if (namespaces!.size > 0) tests.push(({ info }) => namespaces!.has(info.namespace));
  if (rule.resources.length > 0) tests.push(resourceTest(rule.resources));
  if (rule.nonResourceURLs.length > 0) tests.push(pathTest(rule.nonResourceURLs));
  return tests;
}

function resourceTest(entries: readonly GroupResources[]): Test {
  const compiled = entries.map(({ group, resources, resourceNames }) => ({
    group,
    all: resources.length === 0 || (resources.includes('*') && resourceNames.length === 0),
    resources: new Set(resources),
    names: new Set(resourceNames),
  }));
  return ({ info: { group, resource, subresource, name } }) => {
    const combined = subresource === '' ? resource : `${resource}/${subresource}`;
    return compiled.some((entry) => {
      if (entry.group !== '*' && entry.group !== group) return false;
      if (entry.all) return true;
      if (entry.names.size > 0 && !entry.names.has(name)) return false;
      const { resources } = entry;
      if (resources.has(combined) || resources.has('*') || resources.has(`${resource}/*`)) return true;
      return subresource !== '' && resources.has(`*/${subresource}`);
    });
  };
}

function pathTest(specs: readonly string[]): Test {
  const exact = new Set(specs);
  const prefixes = specs.filter((spec) => spec.endsWith('*')).map((spec) => spec.slice(0, -1));
  return ({ info: { isResourceRequest, path } }) =>
    !isResourceRequest && (exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix)));
}
