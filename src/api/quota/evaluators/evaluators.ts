import type { Dialect } from '../../meta/dialect.ts';
import type { Objects } from '../../meta/lister.ts';
import { type GroupResource, groupResourceText } from '../../meta/status.ts';
import type { Names } from '../amounts.ts';
import { claims } from './claims.ts';
import { counts } from './counts.ts';
import type { Evaluator } from './evaluator.ts';
import type { QuotaFeatures } from './features.ts';
import { pods } from './pods.ts';
import { resourceClaims } from './resource-claims.ts';
import { services } from './services.ts';

/** A type of objects that quotas may bound. */
export interface CountedType extends GroupResource {
  /** Under these names there are the same objects: `ingresses` of another group. */
  readonly aliases: readonly GroupResource[];
}

/** The dependencies of evaluators. */
export interface EvaluatorContext {
  readonly dialect: Dialect;
  readonly features: QuotaFeatures;
  /** The objects on which the usage of others depends. */
  readonly objects: Objects;
  /** Whether there may be types of the group besides those that are given. */
  readonly isOpen?: (group: string) => boolean;
}

/** Evaluators of the types of objects that quotas may bound, also under the names that it has in other groups. */
export class Evaluators {
  readonly all: readonly Evaluator[];
  readonly #byType = new Map<string, Evaluator>();
  readonly #otherByType = new Map<string, Evaluator>();
  readonly #isOpen: (group: string) => boolean;

  constructor(types: readonly CountedType[], context: EvaluatorContext) {
    const { dialect, features, objects } = context;
    this.#isOpen = context.isOpen ?? (() => false);
    const ofPods = pods(dialect, features);
    const special = [
      ofPods,
      services(features),
      claims(dialect, features),
      ...(features.countsDevices ? [resourceClaims({ dialect, features, objects, pods: ofPods })] : []),
    ];
    const all = new Set<Evaluator>();
    for (const { group, resource, aliases } of types) {
      const type = { group, resource };
      const evaluator = special.find(({ type: known }) => isSameType(known, type)) ?? counts(type, aliases);
      all.add(evaluator);
      for (const name of [type, ...aliases]) this.#byType.set(groupResourceText(name), evaluator);
    }
    this.all = [...all];
  }

  /** Undefined for a type that is not counted. */
  of(type: GroupResource): Evaluator | undefined {
    const known = this.#byType.get(groupResourceText(type));
    return known === undefined && this.#isOpen(type.group) ? this.#other(type) : known;
  }

  /** Evaluators by which one of these names is counted. */
  concerning(names: Names): Evaluator[] {
    for (const name of names.keys()) {
      const [, resource, group] = /^count\/([^.]+)\.(.+)$/.exec(name) ?? [];
      if (resource !== undefined) this.of({ group: group!, resource });
    }
    return [...this.all, ...this.#otherByType.values()].filter(
      (evaluator) => evaluator.countable(names).length > 0,
    );
  }

  #other(type: GroupResource): Evaluator {
    const key = groupResourceText(type);
    let evaluator = this.#otherByType.get(key);
    if (evaluator === undefined) {
      evaluator = counts(type, []);
      this.#otherByType.set(key, evaluator);
    }
    return evaluator;
  }
}

const isSameType = (one: GroupResource, other: GroupResource): boolean =>
  one.group === other.group && one.resource === other.resource;
