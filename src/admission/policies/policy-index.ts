import type { Lister } from '../../api/meta/lister.ts';
import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1ParamRef,
  MetaV1ObjectMeta,
} from '../../api/schema/types.gen.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { Interruptible } from '../../util/slices.ts';
import type { Versions } from '../descriptor.ts';
import type { RuledTarget } from '../matching/rules.ts';
import { TargetCache } from '../matching/target-cache.ts';
import type { WriteTarget } from '../plugin.ts';
import { Background, MadeLater } from './made-later.ts';
import { type Fit, fitOf, type MatchRules, matchRulesOf } from './match-rules.ts';

/** A binding of either sort. */
export interface BindingObject {
  metadata: MetaV1ObjectMeta;
  spec: {
    policyName?: string;
    paramRef?: AdmissionregistrationV1ParamRef;
    matchResources?: AdmissionregistrationV1MatchResources;
    validationActions?: string[];
  };
}

export interface PolicyObject {
  metadata: MetaV1ObjectMeta;
  spec: { matchConstraints?: AdmissionregistrationV1MatchResources };
}

export interface Binding {
  readonly name: string;
  readonly policy: string;
  readonly object: BindingObject;
  /** Undefined: all requests that the policy is about. */
  readonly match: MatchRules | undefined;
}

/** A policy that has bindings, and a sort of requests that it is about. */
export interface Candidate<P> {
  /** Whole when `prepare` is done. */
  readonly policy: P;
  readonly match: MatchRules;
  readonly fit: Fit;
  readonly bindings: readonly BoundCandidate[];
  /** Makes the policy ready to be asked; undefined when it is. */
  prepare(pacer: Pacer): Promise<void> | undefined;
}

export interface BoundCandidate {
  readonly binding: Binding;
  /** Undefined: all. */
  readonly fit: Fit | undefined;
}

const none: readonly Candidate<never>[] = [];

interface Known<P> {
  readonly policy: MadeLater<P>;
  readonly match: MatchRules;
}

/**
 * Which policies look at which requests. Worked out once for each sort of request and kept until a policy or a binding
 * changes, so that policies that do not fit cost nothing, however many there are.
 */
export class PolicyIndex<O extends PolicyObject, P> implements Disposable {
  readonly #listers: readonly [policies: Lister<O>, bindings: Lister<BindingObject>];
  readonly #versions: Versions;
  readonly #observations: readonly Disposable[];
  readonly #policies = new Map<string, Known<P>>();
  readonly #background = new Background();
  readonly #bindings = new Map<string, Binding>();
  readonly #targets: TargetCache<Candidate<P>>;

  /** `made`: takes a policy apart, once for each of its states, and not before the caller is done. */
  constructor(
    policies: Lister<O>,
    bindings: Lister<BindingObject>,
    versions: Versions,
    made: (policy: O) => Interruptible<P>,
  ) {
    this.#listers = [policies, bindings];
    this.#versions = versions;
    this.#targets = new TargetCache(versions, (target) => this.#find(target));
    this.#observations = [
      policies.observe(({ name, after }) => {
        const object = after();
        if (object === undefined) this.#policies.delete(name);
        else this.#take(name, object, made);
        this.#targets.clear();
      }),
      bindings.observe(({ name, after }) => {
        const object = after();
        if (object === undefined) this.#bindings.delete(name);
        else this.#bindings.set(name, bindingOf(object));
        this.#targets.clear();
      }),
    ];
  }

  [Symbol.dispose](): void {
    for (const observation of this.#observations) observation[Symbol.dispose]();
  }

  /** Throws when something cannot be read and never could be: what it forbids is not known. */
  candidates(target: WriteTarget): readonly Candidate<P>[] {
    for (const lister of this.#listers) lister.checkKnown();
    if (this.#policies.size === 0 || this.#bindings.size === 0) return none;
    return this.#targets.of(target);
  }

  #take(name: string, object: O, made: (policy: O) => Interruptible<P>): void {
    const policy = new MadeLater(() => made(object));
    this.#policies.set(name, { policy, match: matchRulesOf(object.spec.matchConstraints ?? {}) });
    this.#background.add(policy, () => this.#policies.get(name)?.policy === policy);
  }

  /** In the order of the names of policies, then of bindings. */
  #find(target: RuledTarget): Candidate<P>[] {
    const equivalents = this.#versions.of(target.group, target.resource);
    const bindings = Map.groupBy(
      [...this.#bindings.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      ({ policy }) => policy,
    );
    return [...this.#policies.keys()].sort().flatMap((name) => {
      const { policy, match } = this.#policies.get(name)!;
      const bound = bindings.get(name);
      const fit = bound && fitOf(match, target, equivalents);
      if (fit === undefined) return [];
      const fitting = bound!.flatMap((binding): BoundCandidate[] => {
        if (binding.match === undefined) return [{ binding, fit: undefined }];
        const own = fitOf(binding.match, target, equivalents);
        return own === undefined ? [] : [{ binding, fit: own }];
      });
      return [new KnownCandidate(policy, match, fit, fitting)];
    });
  }
}

/** A candidate whose policy may still have to be made. */
class KnownCandidate<P> implements Candidate<P> {
  readonly match: MatchRules;
  readonly fit: Fit;
  readonly bindings: readonly BoundCandidate[];
  readonly #policy: MadeLater<P>;

  constructor(policy: MadeLater<P>, match: MatchRules, fit: Fit, bindings: readonly BoundCandidate[]) {
    this.#policy = policy;
    this.match = match;
    this.fit = fit;
    this.bindings = bindings;
  }

  get policy(): P {
    return this.#policy.value;
  }

  prepare(pacer: Pacer): Promise<void> | undefined {
    return this.#policy.prepare(pacer);
  }
}

const bindingOf = (object: BindingObject): Binding => ({
  name: object.metadata.name ?? '',
  policy: object.spec.policyName ?? '',
  object,
  match: object.spec.matchResources && matchRulesOf(object.spec.matchResources),
});
