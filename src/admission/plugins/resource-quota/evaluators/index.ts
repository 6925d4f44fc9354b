import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import { type GroupResource, groupResourceText } from '../../../../api/meta/status.ts';
import type { Definitions, KindDefinition } from '../../../../api/schema/schema.ts';
import { claims } from './claims.ts';
import { counts } from './counts.ts';
import type { Evaluator } from './evaluator.ts';
import { pods } from './pods.ts';
import { services } from './services.ts';

/** How each type of objects is counted that quotas may bound, also under the names that it has in other groups. */
export class Evaluators {
  readonly all: readonly Evaluator[];
  readonly #byType = new Map<string, Evaluator>();

  constructor({ kinds }: Definitions, dialect: Dialect) {
    const special = [pods(dialect), services, claims(dialect)];
    const isEvent = ({ group, plural }: KindDefinition): boolean =>
      plural === 'events' && (group === '' || group === fillPlaceholders(dialect, 'events.{api}'));
    const counted = kinds.filter((kind) => kind.namespaced && !kind.virtual && !isEvent(kind));
    const all = new Set<Evaluator>();
    for (const kind of counted.filter(({ storage }) => storage)) {
      const type = { group: kind.group, resource: kind.plural };
      const others = counted.filter(
        (other) => other.storedAs.group === kind.group && other.storedAs.kind === kind.kind,
      );
      const aliases = others.map(({ group, plural }): GroupResource => ({ group, resource: plural }));
      const evaluator = special.find(({ type: known }) => isSameType(known, type)) ?? counts(type, aliases);
      all.add(evaluator);
      for (const name of [type, ...aliases]) this.#byType.set(groupResourceText(name), evaluator);
    }
    this.all = [...all];
  }

  of(type: GroupResource): Evaluator | undefined {
    return this.#byType.get(groupResourceText(type));
  }
}

const isSameType = (one: GroupResource, other: GroupResource): boolean =>
  one.group === other.group && one.resource === other.resource;
