import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import { type GroupResource, groupResourceText } from '../../../../api/meta/status.ts';
import type { Definitions, KindDefinition } from '../../../../api/schema/schema.ts';
import type { Names } from '../amounts.ts';
import { claims } from './claims.ts';
import { counts } from './counts.ts';
import type { Evaluator } from './evaluator.ts';
import { pods } from './pods.ts';
import { services } from './services.ts';

/** How each type of objects is counted that quotas may bound, also under the names that it has in other groups. */
export class Evaluators {
  readonly all: readonly Evaluator[];
  readonly #byType = new Map<string, Evaluator>();
  readonly #customByType = new Map<string, Evaluator>();
  readonly #groups: ReadonlySet<string>;

  constructor({ kinds }: Definitions, dialect: Dialect) {
    this.#groups = new Set(kinds.map(({ group }) => group));
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

  /** Objects of a group that is not built in are counted, whatever they are. */
  of(type: GroupResource): Evaluator | undefined {
    const known = this.#byType.get(groupResourceText(type));
    if (known !== undefined || this.#groups.has(type.group)) return known;
    return this.#custom(type);
  }

  /** Those by which one of these names is counted. */
  concerning(names: Names): Evaluator[] {
    for (const name of names.keys()) {
      const [, resource, group] = /^count\/([^.]+)\.(.+)$/.exec(name) ?? [];
      if (resource !== undefined && !this.#groups.has(group!)) this.#custom({ group: group!, resource });
    }
    return [...this.all, ...this.#customByType.values()].filter(
      (evaluator) => evaluator.countable(names).length > 0,
    );
  }

  #custom(type: GroupResource): Evaluator {
    const key = groupResourceText(type);
    let evaluator = this.#customByType.get(key);
    if (evaluator === undefined) {
      evaluator = counts(type, []);
      this.#customByType.set(key, evaluator);
    }
    return evaluator;
  }
}

const isSameType = (one: GroupResource, other: GroupResource): boolean =>
  one.group === other.group && one.resource === other.resource;
