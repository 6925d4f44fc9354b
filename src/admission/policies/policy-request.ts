import { valueOfJson } from '../../api/cel/values/json.ts';
import type { CelValue } from '../../api/cel/values/value.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CompiledPolicy } from '../../api/policies/compiled-policy.ts';
import { Evaluation, type EvaluationListener } from '../../api/policies/evaluation.ts';
import { valueText } from '../../api/policies/value-text.ts';
import { Pacer } from '../../util/pacer.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { isSelected } from '../matching/selection.ts';
import { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { AuthorizerVariables } from './authorizer.ts';
import { givenName } from './given-name.ts';
import { type Fit, type MatchRules, matchedAs } from './match-rules.ts';
import type { PolicyParts } from './policy-parts.ts';
import { RequestVariables } from './request-variables.ts';

/** A policy that is asked about a request. */
export interface AskedPolicy {
  readonly policy: CompiledPolicy;
  /** Undefined: the policy is tried alone. */
  readonly binding: { readonly name: string } | undefined;
  /** Null for an evaluation without. */
  readonly params: ApiObject | null;
  readonly as: ResourceVersion;
}

/** One request, as policies see it: what several of them need is made once. */
export class PolicyRequest {
  readonly attributes: AdmissionAttributes;
  readonly objects: VersionedObjects;
  readonly pacer = new Pacer();
  readonly #parts: PolicyParts;
  readonly #authorizer: AuthorizerVariables;
  readonly #variables = new Map<string, RequestVariables>();
  /** Undefined: not asked for yet; null: the object is in none. */
  #namespace: ApiObject | null | undefined;

  /** `onlyReads`: the objects stay as they are meanwhile. */
  constructor(attributes: AdmissionAttributes, parts: PolicyParts, { onlyReads }: { onlyReads: boolean }) {
    this.attributes = attributes;
    this.objects = new VersionedObjects(attributes, parts.versions, onlyReads);
    this.#parts = parts;
    this.#authorizer = new AuthorizerVariables(parts.authorizer, attributes);
  }

  /**
   * The resource as which rules match, whose target fits already; undefined when they do not. Throws StatusError for
   * selectors that cannot be followed.
   */
  matches(match: MatchRules, fit: Fit): ResourceVersion | undefined | Promise<ResourceVersion | undefined> {
    const as = matchedAs(fit, givenName(this.attributes));
    if (as === undefined) return undefined;
    const isChosen = isSelected(match, this.attributes, this.#parts.namespaces);
    if (isChosen instanceof Promise) return isChosen.then((chosen) => (chosen ? as : undefined));
    return isChosen ? as : undefined;
  }

  /**
   * Has to be there before something is evaluated; undefined when it is. Rejects with NotFound for a namespace that is not
   * there.
   */
  findNamespace(): Promise<void> | undefined {
    if (this.#namespace !== undefined) return undefined;
    const { namespace, kind } = this.attributes;
    const isNamespace = kind.kind === 'Namespace' && kind.group === '';
    const found = namespace === '' || isNamespace ? null : this.#parts.namespaces.get(namespace);
    if (!(found instanceof Promise)) {
      this.#namespace = found;
      return undefined;
    }
    return found.then((object) => {
      this.#namespace = object;
    });
  }

  /** Conditions know nothing of the namespace. */
  conditionsEvaluation(asked: AskedPolicy): Evaluation {
    const variables = this.#variablesOf(asked.as);
    const get = (name: string): CelValue | undefined =>
      name === 'namespaceObject' ? null : variables.get(name);
    return new Evaluation(asked.policy, { get }, paramsValue(asked), this.pacer, this.#listener(asked));
  }

  evaluation(asked: AskedPolicy): Evaluation {
    const variables = this.#variablesOf(asked.as);
    return new Evaluation(asked.policy, variables, paramsValue(asked), this.pacer, this.#listener(asked));
  }

  /** Undefined unless the caller wants to know what expressions give. */
  #listener({ policy, binding }: AskedPolicy): EvaluationListener | undefined {
    const recorder = this.attributes.recorder?.expressions;
    if (recorder === undefined) return undefined;
    const names = { policy: policy.name, ...(binding === undefined ? {} : { binding: binding.name }) };
    return ({ text: expression, compiled, variable }, { value, problem }, cost) =>
      recorder.evaluated({
        ...names,
        ...(variable === undefined ? {} : { variable }),
        expression,
        ...(problem === undefined ? { value: valueText(value, compiled) } : { problem }),
        cost,
      });
  }

  /** The object has changed. */
  forget(): void {
    this.objects.forget();
    this.#variables.clear();
  }

  #variablesOf(as: ResourceVersion): RequestVariables {
    const key = `${as.group}/${as.version}/${as.resource}`;
    let found = this.#variables.get(key);
    if (found === undefined) {
      const namespace = this.#namespace ?? undefined;
      found = new RequestVariables(this.attributes, as, this.objects, this.#authorizer, namespace);
      this.#variables.set(key, found);
    }
    return found;
  }
}

const paramsValue = ({ policy, params }: AskedPolicy): CelValue | undefined =>
  policy.paramKind === undefined ? undefined : valueOfJson(params);
