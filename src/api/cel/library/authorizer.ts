import { expressionTypes } from '../../meta/dialect.ts';
import { dns1123Label, dns1123Subdomain } from '../../validation/names.ts';
import type { AuthorizerDecision, AuthorizerPort, CheckAttributes } from '../contract.ts';
import { PendingDecision } from '../evaluate/pending.ts';
import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import { boolType, opaqueType, stringType, type Type } from '../types/types.ts';
import { CelError, OpaqueValue } from '../values/value.ts';
import { declare, method } from './declare.ts';

const typeOf = (name: string): Type => opaqueType(`${expressionTypes}.authorization.${name}`);

export const authorizerType = typeOf('Authorizer');
const pathCheckType = typeOf('PathCheck');
const groupCheckType = typeOf('GroupCheck');
export const resourceCheckType = typeOf('ResourceCheck');
const decisionType = typeOf('Decision');

/** A question that is not asked yet: whose answer is wanted, and what is known of it. */
class CheckValue extends OpaqueValue {
  readonly typeName: string;
  readonly port: AuthorizerPort;
  readonly attributes: Partial<CheckAttributes>;

  constructor(typeName: string, port: AuthorizerPort, attributes: Partial<CheckAttributes>) {
    super();
    this.typeName = typeName;
    this.port = port;
    this.attributes = attributes;
  }

  equals(other: OpaqueValue): boolean {
    return this === other;
  }

  /** The same question with one thing more. */
  with(typeName: string, more: Partial<CheckAttributes>): CheckValue {
    return new CheckValue(typeName, this.port, Object.assign({}, this.attributes, more));
  }
}

class DecisionValue extends OpaqueValue {
  readonly typeName = `${expressionTypes}.authorization.Decision`;
  readonly decision: AuthorizerDecision;

  constructor(decision: AuthorizerDecision) {
    super();
    this.decision = decision;
  }

  equals(other: OpaqueValue): boolean {
    return this === other;
  }
}

/** The value of the variable `authorizer`. */
export const authorizerValue = (port: AuthorizerPort): CheckValue =>
  new CheckValue(`${expressionTypes}.authorization.Authorizer`, port, {});

/** The value of `authorizer.requestResource`: the question for the resource of the request. */
export const resourceCheckValue = (port: AuthorizerPort, attributes: Partial<CheckAttributes>): CheckValue =>
  new CheckValue(`${expressionTypes}.authorization.ResourceCheck`, port, attributes);

/** A step on the way to a question. */
const step =
  (type: Type, field: keyof CheckAttributes, problem?: string): Implementation =>
  ([check, value]) => {
    if (problem !== undefined && value === '') throw new CelError(problem);
    return (check as CheckValue).with((type as { name: string }).name, { [field]: value });
  };

const serviceAccount: Implementation = ([check, namespace, name]) => {
  if (dns1123Label(namespace as string).length > 0) throw new CelError('Invalid service account namespace');
  if (dns1123Subdomain(name as string).length > 0) throw new CelError('Invalid service account name');
  const account = { namespace: namespace as string, name: name as string };
  return (check as CheckValue).with(`${expressionTypes}.authorization.Authorizer`, {
    serviceAccount: account,
  });
};

const ask: Implementation = ([check, verb]) => {
  const { port, attributes } = check as CheckValue;
  const answer = port.check(Object.assign({}, attributes, { verb: verb as string }));
  if (answer instanceof Promise) throw new PendingDecision(answer);
  return new DecisionValue(answer);
};

const said =
  (of: (decision: AuthorizerDecision) => boolean | string): Implementation =>
  ([value]) =>
    of((value as DecisionValue).decision);

const costOfCheck: RunCost = () => 350_000;
/** A selector is read, and written down again. */
const costOfSelector: RunCost = (sizes) => 10 + Math.ceil(sizes[1]! * 0.1) + Math.ceil(sizes[1]! * 0.5) * 50;

const resourceStep = (name: 'subresource' | 'namespace' | 'name'): FunctionDeclaration =>
  declare(name, method([resourceCheckType, stringType], resourceCheckType, step(resourceCheckType, name)));

export const authorizerFunctions: readonly FunctionDeclaration[] = [
  declare(
    'path',
    method(
      [authorizerType, stringType],
      pathCheckType,
      step(pathCheckType, 'path', 'path must not be empty'),
    ),
  ),
  declare('group', method([authorizerType, stringType], groupCheckType, step(groupCheckType, 'group'))),
  declare('serviceAccount', method([authorizerType, stringType, stringType], authorizerType, serviceAccount)),
  declare(
    'resource',
    method(
      [groupCheckType, stringType],
      resourceCheckType,
      step(resourceCheckType, 'resource', 'resource must not be empty'),
    ),
  ),
  resourceStep('subresource'),
  resourceStep('namespace'),
  resourceStep('name'),
  declare(
    'check',
    method([pathCheckType, stringType], decisionType, ask, costOfCheck),
    method([resourceCheckType, stringType], decisionType, ask, costOfCheck),
  ),
  declare(
    'errored',
    method(
      [decisionType],
      boolType,
      said(({ error }) => error !== undefined),
    ),
  ),
  declare(
    'error',
    method(
      [decisionType],
      stringType,
      said(({ error = '' }) => error),
    ),
  ),
  declare(
    'allowed',
    method(
      [decisionType],
      boolType,
      said(({ allowed }) => allowed),
    ),
  ),
  declare(
    'reason',
    method(
      [decisionType],
      stringType,
      said(({ reason }) => reason),
    ),
  ),
];

const selectorStep = (name: 'fieldSelector' | 'labelSelector'): FunctionDeclaration =>
  declare(
    name,
    method([resourceCheckType, stringType], resourceCheckType, step(resourceCheckType, name), costOfSelector),
  );

export const selectorFunctions: readonly FunctionDeclaration[] = [
  selectorStep('fieldSelector'),
  selectorStep('labelSelector'),
];
