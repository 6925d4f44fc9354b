import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import type { CountedType } from '../../api/quota/evaluators/evaluators.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';

const neededVerbs = ['create', 'list', 'watch', 'delete'];

/** The types whose objects quotas may bound, each once, however many groups have the same objects. */
export function countedTypes(resources: readonly DiscoveredResource[], dialect: Dialect): CountedType[] {
  const eventGroups = ['', fillPlaceholders(dialect, 'events.{api}')];
  const counted = resources.filter(
    ({ namespaced, verbs, resource, group }) =>
      namespaced &&
      neededVerbs.every((verb) => verbs.includes(verb)) &&
      !(resource === 'events' && eventGroups.includes(group)),
  );
  const bySame = Map.groupBy(
    counted,
    ({ storageVersionHash, group, resource }) => storageVersionHash ?? groupResourceText({ group, resource }),
  );
  return [...bySame.values()].map(([first, ...others]) => ({
    ...nameOf(first!),
    aliases: others.map(nameOf),
  }));
}

const nameOf = ({ group, resource }: DiscoveredResource): GroupResource => ({ group, resource });
