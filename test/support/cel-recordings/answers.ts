import { namespaceType, requestType, variableType } from '../../../src/api/cel/admission-types.ts';
import { Budget, CostError } from '../../../src/api/cel/budget.ts';
import type {
  Activation,
  AuthorizerPort,
  CelEnvironment,
  CelExpression,
} from '../../../src/api/cel/contract.ts';
import { environmentFor } from '../../../src/api/cel/environment.ts';
import {
  authorizerType,
  authorizerValue,
  resourceCheckType,
  resourceCheckValue,
} from '../../../src/api/cel/library/authorizer.ts';
import { SchemaTypes } from '../../../src/api/cel/schema/schema-types.ts';
import { SchemaReaders } from '../../../src/api/cel/schema/schema-values.ts';
import { dynType, objectType, type Type } from '../../../src/api/cel/types/types.ts';
import { valueOfJson } from '../../../src/api/cel/values/json.ts';
import { StructValue } from '../../../src/api/cel/values/structs.ts';
import { CelError, type CelValue } from '../../../src/api/cel/values/value.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { extensionNames } from '../../../src/api/schema/json-schema.ts';
import { type CelAnswer, type CelRecord, readRuleSchema, showing, splitShown } from './records.ts';

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** Everything is allowed to those who ask, and nothing to service accounts. */
const port: AuthorizerPort = {
  check: ({ serviceAccount }) => ({ allowed: serviceAccount === undefined, reason: '' }),
};

function variablesType(fields: Record<string, Type>) {
  return objectType('kubernetes.variables', fields);
}

function admissionEnvironment(): CelEnvironment {
  return environmentFor({ release: 36, isStored: false, hasAuthorizer: true }).extended({
    variables: {
      object: dynType,
      oldObject: dynType,
      request: requestType,
      namespaceObject: namespaceType,
      authorizer: authorizerType,
      'authorizer.requestResource': resourceCheckType,
      variables: variablesType({}),
    },
  });
}

function admissionVariables({ object }: CelRecord): Map<string, CelValue> {
  const kind = { group: `$\{id}.example.com`, version: 'v1', kind: 'Probe' };
  const resource = { group: kind.group, version: 'v1', resource: 'probes' };
  const options = { apiVersion: 'meta.k8s.io/v1', dryRun: ['All'], kind: 'CreateOptions' };
  const userInfo = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };
  const request = {
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    name: 'probe',
    namespace: 'default',
    operation: 'CREATE',
    userInfo,
    dryRun: true,
    options,
  };
  const metadata = {
    name: 'probe',
    namespace: 'default',
    uid: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  const namespace = {
    metadata: { name: 'default', labels: { 'kubernetes.io/metadata.name': 'default' } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
  return new Map<string, CelValue>([
    [
      'object',
      valueOfJson({ apiVersion: `${kind.group}/v1`, kind: 'Probe', metadata, pick: 1, spec: object ?? {} }),
    ],
    ['oldObject', null],
    ['request', valueOfJson(request)],
    ['namespaceObject', valueOfJson(namespace)],
    ['authorizer', authorizerValue(port)],
    ['authorizer.requestResource', resourceCheckValue(port, resource)],
    ['variables', new StructValue('kubernetes.variables', new Map())],
  ]);
}

/** How the original answers: an expression is a variable, and is shown by another one. */
export class AdmissionAnswers {
  readonly #environment = admissionEnvironment();

  answer(record: CelRecord): CelAnswer {
    const compiled = this.#environment.compile(record.expression);
    if ('problem' in compiled) return refusal(compiled.problem.detail, compiled.problem.isInternal);
    const { expression } = compiled;
    const variables = admissionVariables(record);
    const value = evaluated(expression, variables);
    if (typeof value === 'object' && value !== null && 'failed' in value) return { error: value.failed };
    const shown = this.#environment
      .extended({ variables: { variables: variablesType({ it: variableType(expression.type) }) } })
      .compile(showing[record.show]('variables.it'));
    if ('problem' in shown) return { unshown: shown.problem.detail };
    variables.set('variables', new StructValue('kubernetes.variables', new Map([['it', value as CelValue]])));
    const text = evaluated(shown.expression, variables);
    return typeof text === 'string' ? splitShown(text) : { unshown: (text as { failed: string }).failed };
  }
}

const refusal = (detail: string, isInternal: boolean): CelAnswer => ({
  refused: [isInternal ? `Internal error: ${detail}` : detail],
});

function evaluated(expression: CelExpression, variables: Activation): CelValue | { failed: string } {
  const budget = new Budget(10_000_000);
  budget.beginCall();
  try {
    return expression.evaluate(variables, budget);
  } catch (error) {
    if (error instanceof CostError) return { failed: error.isOfAll ? outOfBudget : error.message };
    if (error instanceof CelError) return { failed: error.message };
    throw error;
  }
}

/** Rules of a custom resource at the schema that lies beside the recordings. */
export class RuleAnswers {
  readonly #schema = readRuleSchema();
  readonly #types = new SchemaTypes(extensionNames(dialects.find(({ name }) => name === 'kubernetes')!));
  readonly #readers = new SchemaReaders(this.#types);
  readonly #environment: CelEnvironment;

  constructor() {
    const type = this.#types.typeOf(this.#schema, `selfType$\{number}`)!;
    this.#environment = environmentFor({ release: 36, isStored: false }).extended({
      variables: { self: type, oldSelf: type },
    });
  }

  answer(record: CelRecord): CelAnswer {
    const bare = this.#environment.compile(`[${record.expression}].size() == 1`);
    if ('problem' in bare) return { refused: [unwrapped(bare.problem.detail)] };
    const shown = this.#environment.compile(showing[record.show](record.expression));
    if ('problem' in shown) return { unshown: shown.problem.detail };
    const variables = new Map<string, CelValue>();
    for (const [name, json] of [
      ['self', record.object],
      ['oldSelf', record.old],
    ] as const) {
      if (name === 'self' || json !== undefined) variables.set(name, this.#value(json ?? {}));
    }
    const value = evaluated(bare.expression, variables);
    if (typeof value === 'object' && value !== null && 'failed' in value) return { error: value.failed };
    const text = evaluated(shown.expression, variables);
    if (typeof text !== 'string') return { unshown: (text as { failed: string }).failed };
    return record.show === 'ruleValue' ? splitShown(text) : { value: text };
  }

  /** With the defaults of the schema. */
  #value(json: Record<string, unknown>): CelValue {
    const defo = (json['defo'] as Record<string, unknown> | undefined) ?? { x: 1 };
    const whole = { def: 'dflt', ...json, defo: { y: 2, ...defo } };
    return this.#readers.value(whole, this.#schema);
  }
}

/** Takes out of a text what was put around the expression. */
const unwrapped = (detail: string): string =>
  detail
    .replace(/(<input>:1:)(\d+)/g, (_, head, column) => head + (Number(column) - 1))
    .replace(/ \| \[([^\n]*)\]\.size\(\) == 1/g, ' | $1')
    .replace(/ \| \.(\.*\^)/g, ' | $1');
