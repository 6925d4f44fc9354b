import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { GroupResource } from '../../../api/meta/status.ts';
import type { CountedType } from '../../../api/quota/evaluators/evaluators.ts';
import type { Definitions, KindDefinition } from '../../../api/schema/schema.ts';

/** The built-in types that quotas may bound, under the names under which their objects are stored. */
export function countedTypes({ kinds }: Definitions, dialect: Dialect): CountedType[] {
  const isEvent = ({ group, plural }: KindDefinition): boolean =>
    plural === 'events' && (group === '' || group === fillPlaceholders(dialect, 'events.{api}'));
  const counted = kinds.filter((kind) => kind.namespaced && !kind.virtual && !isEvent(kind));
  return counted
    .filter(({ storage }) => storage)
    .map(({ group, kind, plural }) => {
      const others = counted.filter(({ storedAs }) => storedAs.group === group && storedAs.kind === kind);
      const aliases = others.map((other): GroupResource => ({ group: other.group, resource: other.plural }));
      return { group, resource: plural, aliases };
    });
}
