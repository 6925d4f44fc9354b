import { Budget } from '../../api/cel/budget.ts';
import type { CelEnvironment, CelExpression, Compilation } from '../../api/cel/contract.ts';
import { environmentFor } from '../../api/cel/environment.ts';
import { boolType, listOf, mapOf, objectType, stringType, type Type } from '../../api/cel/types/types.ts';
import { valueOfJson } from '../../api/cel/values/json.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { expressionTypes } from '../../api/meta/dialect.ts';
import { aggregate } from '../../util/aggregate.ts';
import type { Attributes } from './authorizer.ts';
import type { SelectorRequirement } from './selector-requirements.ts';

const strings = listOf(stringType);
const named = (name: string, fields: Readonly<Record<string, Type>>): Type =>
  objectType(`${expressionTypes}.${name}`, fields);

const selectorOf = (kind: 'Field' | 'Label'): Type =>
  named(`${kind}SelectorAttributes`, {
    rawSelector: stringType,
    requirements: listOf(
      named(`${kind}SelectorRequirement`, { key: stringType, operator: stringType, values: strings }),
    ),
  });

/** The type of the variable `request`. */
function requestTypeIn(seesSelectors: boolean): Type {
  const texts = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'];
  const resourceFields: Record<string, Type> = Object.fromEntries(texts.map((name) => [name, stringType]));
  if (seesSelectors) {
    resourceFields['fieldSelector'] = selectorOf('Field');
    resourceFields['labelSelector'] = selectorOf('Label');
  }
  return named('SubjectAccessReviewSpec', {
    resourceAttributes: named('ResourceAttributes', resourceFields),
    nonResourceAttributes: named('NonResourceAttributes', { path: stringType, verb: stringType }),
    user: stringType,
    groups: strings,
    extra: mapOf(stringType, strings),
    uid: stringType,
  });
}

/** Compiles conditions about requests. The environment is made when it is needed. */
export class MatchExpressions {
  readonly #gates: FeatureGates;
  #environment: CelEnvironment | undefined;

  constructor(gates: FeatureGates) {
    this.#gates = gates;
  }

  compile(text: string): Compilation {
    this.#environment ??= environmentFor({
      release: Number(this.#gates.release.split('.')[1]),
      isStored: true,
    }).extended({ variables: { request: requestTypeIn(this.#gates.isOn('AuthorizeWithSelectors')) } });
    return this.#environment.compile(text, [boolType]);
  }
}

/** All conditions of one webhook may cost so much for a request, in the units that clients know. */
const costOfRequest = 10_000_000;

/** The conditions under which a webhook is asked. */
export class MatchConditions {
  readonly #conditions: readonly CelExpression[];

  constructor(texts: readonly string[], expressions: MatchExpressions) {
    this.#conditions = texts.map((text) => {
      const compiled = expressions.compile(text);
      if ('problem' in compiled) throw new Error(compiled.problem.detail);
      return compiled.expression;
    });
  }

  /** Whether all hold: one that does not decides, also where others cannot be worked out. */
  hold(attributes: Attributes): boolean | { readonly error: string } {
    if (this.#conditions.length === 0) return true;
    const variables = new Map([['request', valueOfJson(requestOf(attributes))]]);
    const budget = new Budget(costOfRequest);
    const errors: string[] = [];
    for (const condition of this.#conditions) {
      try {
        budget.beginCall();
        if (condition.evaluate(variables, budget) !== true) return false;
      } catch (error) {
        errors.push(
          `cel evaluation error: expression '${condition.text}' resulted in error: ${(error as Error).message}`,
        );
      }
    }
    if (errors.length === 0) return true;
    return { error: aggregate(errors) };
  }
}

/** The request as conditions see it: either of the two kinds of attributes is there. */
function requestOf(attributes: Attributes): object {
  const { user, isResourceRequest, verb, path, fieldSelector, labelSelector } = attributes;
  const subject = { user: user.name, uid: user.uid, groups: user.groups, extra: user.extra };
  if (!isResourceRequest) return { ...subject, nonResourceAttributes: { path, verb } };
  const { namespace, group, version, resource, subresource, name } = attributes;
  const asked = { namespace, verb, group, version, resource, subresource, name };
  return {
    ...subject,
    resourceAttributes: {
      ...asked,
      ...(fieldSelector === undefined ? {} : { fieldSelector: selectorIn(fieldSelector) }),
      ...(labelSelector === undefined ? {} : { labelSelector: selectorIn(labelSelector) }),
    },
  };
}

const selectorIn = (requirements: readonly SelectorRequirement[]): object => ({
  requirements: requirements.map(({ key, operator, values = [] }) => ({ key, operator, values })),
});
