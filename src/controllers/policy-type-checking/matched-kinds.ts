import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1RuleWithOperations,
} from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer } from '../../client/api/api-error.ts';
import { type GroupVersion, resourcesOf, servedVersions } from '../../client/api/discovery.ts';

/** A kind in one of its versions. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Kinds that the rules of a policy before one with so many, and that one, name at most. */
const maxKindsOfRule = 10;
/** Kinds that one policy is checked with at most, however many rules it has. */
const maxKinds = 100;

/** The path of what is said about a group version. */
export const pathOfVersion = ({ group, version }: Pick<KindName, 'group' | 'version'>): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;

/**
 * The kinds that the rules of a policy name: of rules for any group or version there are none, nor of any resource and of
 * subresources. However many groups and versions a rule names, only those are looked at that are served. A rule that names
 * ten kinds or more is the last one that counts, and of its kinds the first ten, by their names.
 */
export async function matchedKinds(
  { resourceRules = [] }: AdmissionregistrationV1MatchResources,
  client: ApiCaller,
): Promise<KindName[]> {
  const rules = resourceRules.filter(
    ({ apiGroups = [], apiVersions = [] }) => !apiGroups.includes('*') && !apiVersions.includes('*'),
  );
  if (rules.length === 0) return [];
  const served = Map.groupBy(await servedVersions(client), ({ group }) => group);
  const known = new Map<GroupVersion, Promise<ReadonlyMap<string, string>>>();
  const found = new Map<string, KindName>();
  for (const rule of rules) {
    const resources = [...new Set(rule.resources)].sort();
    let count = 0;
    for (const groupVersion of versionsOf(rule, served)) {
      if (!known.has(groupVersion)) known.set(groupVersion, kindsOf(groupVersion, client));
      const kinds = await known.get(groupVersion)!;
      const { group, version } = groupVersion;
      for (const resource of resources) {
        const kind = kinds.get(resource);
        if (kind === undefined) continue;
        found.set(`${groupVersion.name} ${kind}`, { group, version, kind });
        if (++count === maxKindsOfRule || found.size === maxKinds) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}

/** The served versions that a rule names, by their names. */
const versionsOf = (
  { apiGroups = [], apiVersions = [] }: AdmissionregistrationV1RuleWithOperations,
  served: ReadonlyMap<string, readonly GroupVersion[]>,
): GroupVersion[] =>
  [...new Set(apiGroups)]
    .sort()
    .flatMap((group) =>
      (served.get(group) ?? [])
        .filter(({ version }) => apiVersions.includes(version))
        .sort((a, b) => (a.version < b.version ? -1 : 1)),
    );

/** The kinds of a version by the names of their resources, which is never `*` or that of a subresource. */
async function kindsOf(of: GroupVersion, client: ApiCaller): Promise<ReadonlyMap<string, string>> {
  try {
    const resources = await resourcesOf(client, of);
    return new Map(resources.map(({ resource, kind }) => [resource, kind]));
  } catch (error) {
    if (isAnswer(error, 404)) return new Map();
    throw error;
  }
}
