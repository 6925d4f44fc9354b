import type { User } from '../../api/meta/user.ts';
import { aggregate } from '../../util/aggregate.ts';
import type {
  Attributes,
  Authorizer,
  AuthorizerStep,
  ExplainedRuling,
  RuleResolver,
  Ruling,
  SubjectRules,
} from './authorizer.ts';
import { explainRuling } from './explanation.ts';

/** A mode under the name that the flag and explanations have for it. */
export interface NamedMode {
  readonly name: string;
  readonly mode: Authorizer & RuleResolver;
}

/** Asks one mode after the other; the first that has an opinion decides. */
export class UnionAuthorizer implements Authorizer, RuleResolver {
  readonly #names: readonly string[];
  readonly #modes: readonly (Authorizer & RuleResolver)[];

  constructor(modes: readonly NamedMode[]) {
    this.#names = modes.map(({ name }) => name);
    this.#modes = modes.map(({ mode }) => mode);
  }

  authorize(attributes: Attributes): Ruling | Promise<Ruling> {
    return this.#askFrom(0, attributes, []);
  }

  /** Goes on from this mode; `undecided` are the answers of those before it. */
  #askFrom(start: number, attributes: Attributes, undecided: Ruling[]): Ruling | Promise<Ruling> {
    for (let i = start; i < this.#modes.length; i++) {
      const ruling = this.#modes[i]!.authorize(attributes);
      if (ruling instanceof Promise) {
        return ruling.then((decided) => {
          if (decided.verdict !== 'no-opinion') return decided;
          undecided.push(decided);
          return this.#askFrom(i + 1, attributes, undecided);
        });
      }
      if (ruling.verdict !== 'no-opinion') return ruling;
      undecided.push(ruling);
    }
    return nobodyKnows(undecided);
  }

  async explain(attributes: Attributes): Promise<ExplainedRuling> {
    const steps: AuthorizerStep[] = [];
    for (const [index, mode] of this.#modes.entries()) {
      const explained = await explainRuling(mode, attributes, this.#names[index]);
      steps.push(...explained.steps);
      if (explained.ruling.verdict !== 'no-opinion') return { ruling: explained.ruling, steps };
    }
    return { ruling: nobodyKnows(steps.map(({ ruling }) => ruling)), steps };
  }

  async rulesFor(user: User, namespace: string): Promise<SubjectRules> {
    const all = await Promise.all(this.#modes.map((mode) => mode.rulesFor(user, namespace)));
    return {
      resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
      nonResourceRules: all.flatMap(({ nonResourceRules }) => nonResourceRules),
      incomplete: all.some(({ incomplete }) => incomplete),
      errors: all.flatMap(({ errors }) => errors),
    };
  }
}

/** The reasons of all authorizers, joined. */
function nobodyKnows(undecided: readonly Ruling[]): Ruling {
  const reasons = undecided.map(({ reason }) => reason).filter((reason) => reason !== '');
  const errors = undecided.map(({ error }) => error).filter((error) => error !== undefined);
  return {
    verdict: 'no-opinion',
    reason: reasons.join('\n'),
    ...(errors.length === 0 ? {} : { error: aggregate(errors) }),
  };
}
