import { describe, expect, test } from 'vitest';
import { Bench, dependencies, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { admissionregistrationKinds } from './index.ts';

const release = '1.36';
const kinds = admissionregistrationKinds({ ...dependencies, gates: new FeatureGates(release) });
const bench = (kind: string, base: Written) =>
  new Bench(kinds.find((rules) => rules.kind === kind)!, { metadata: { name: 'p' }, ...base }, release);

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
const matchConstraints = { resourceRules: [rule] };

describe('a validating policy', () => {
  const policies = bench('ValidatingAdmissionPolicy', {
    spec: { matchConstraints, validations: [{ expression: 'true' }] },
  });
  const problems = (spec: Written) => policies.create({ spec }).errors;
  const both = 'validations or auditAnnotations must contain at least one item';

  test('has defaults', () => {
    expect(policies.create().object).toMatchObject({
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ scope: '*' }],
        },
      },
    });
  });

  test.each<[string, Written, string[]]>([
    ['as it is', {}, []],
    [
      'without rules',
      { matchConstraints: { resourceRules: [] } },
      ['spec.matchConstraints.resourceRules: Required value'],
    ],
    [
      'without anything to ask',
      { validations: undefined },
      [`spec.validations: Required value: ${both}`, `spec.auditAnnotations: Required value: ${both}`],
    ],
    [
      'of a kind of parameters in three parts',
      { paramKind: { apiVersion: 'a/b/c', kind: 'X' } },
      ['spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'without a version of its parameters',
      { paramKind: { apiVersion: 'apps/', kind: 'X' } },
      ['spec.paramKind.apiVersion: Invalid value: "apps/": version must be specified'],
    ],
    [
      'with an expression that is no answer',
      { validations: [{ expression: '1' }] },
      ['spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int'],
    ],
    [
      'with an expression of any type',
      { validations: [{ expression: 'object.x' }] },
      ['spec.validations[0].expression: Invalid value: "object.x": must evaluate to bool but got dyn'],
    ],
    [
      'with a blank message',
      { validations: [{ expression: 'true', message: ' ' }] },
      ['spec.validations[0].message: Invalid value: " ": must be non-empty if specified'],
    ],
    [
      'with a reason of its own',
      { validations: [{ expression: 'true', reason: 'Unauthorized' }] },
      [
        'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
    ],
    [
      'whose conditions use variables',
      {
        matchConditions: [{ name: 'c', expression: 'variables.x' }],
        variables: [{ name: 'x', expression: 'true' }],
      },
      [expect.stringContaining("undeclared reference to 'variables'")],
    ],
    [
      'whose variable uses a later one',
      {
        variables: [
          { name: 'a', expression: 'variables.b' },
          { name: 'b', expression: '1' },
        ],
      },
      [expect.stringContaining("undefined field 'b'")],
    ],
    [
      'with a variable that is a word of the language',
      { variables: [{ name: 'in', expression: '1' }] },
      ['spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier'],
    ],
    [
      'that annotates with a number',
      { auditAnnotations: [{ key: 'k', valueExpression: '1' }] },
      [
        'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
      ],
    ],
    [
      'with names that are no part of a path',
      { matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['a/b', 'c', 'c'] }] } },
      [
        'spec.matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain \'/\'',
        'spec.matchConstraints.resourceRules[0].resourceNames[2]: Duplicate value: "c"',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(problems(spec)).toEqual(expected);
  });

  test('keeps conditions that an update leaves as they are, wrong or not', () => {
    const spec = { matchConditions: [{ name: 'c', expression: '1' }] };
    expect(policies.update({ spec }, { spec }).errors).toEqual([]);
    expect(policies.update({ spec }).errors).toHaveLength(1);
  });
});

describe('a binding of a validating policy', () => {
  const bindings = bench('ValidatingAdmissionPolicyBinding', {
    spec: { policyName: 'p', validationActions: ['Deny'] },
  });

  test.each<[string, Written, string[]]>([
    ['as it is', {}, []],
    ['of no policy', { policyName: '' }, ['spec.policyName: Required value']],
    [
      'without actions',
      { validationActions: [] },
      ['spec.validationActions: Required value: at least one validation action is required'],
    ],
    [
      'that denies and warns',
      { validationActions: ['Deny', 'Warn'] },
      [expect.stringContaining('must not contain both Deny and Warn')],
    ],
    [
      'with parameters of no name',
      { paramRef: {} },
      [
        'spec.paramRef: Required value: one of name or selector must be specified',
        'spec.paramRef.parameterNotFoundAction: Required value',
      ],
    ],
    [
      'with parameters by name and labels',
      { paramRef: { name: 'x', selector: {}, parameterNotFoundAction: 'Deny' } },
      [
        'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
        'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(bindings.create({ spec }).errors).toEqual(expected);
  });

  test.each<[Written | undefined, string]>([
    [undefined, '<unset>'],
    [{ name: 'x', namespace: 'a' }, 'a/x'],
    [{ name: 'x' }, '*/x'],
    [
      { selector: {} },
      '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}',
    ],
    [
      {
        selector: {
          matchLabels: { b: '2', a: '1' },
          matchExpressions: [{ key: 'c', operator: 'In', values: ['3', '4'] }],
        },
      },
      '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:c,Operator:In,Values:[3 4],},},}',
    ],
  ])('shows its parameters %j', (paramRef, cell) => {
    expect(bindings.row({ spec: paramRef && { paramRef } })['ParamRef']).toBe(cell);
  });
});

describe('a mutating policy', () => {
  const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } };
  const policies = bench('MutatingAdmissionPolicy', {
    spec: { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never' },
  });

  test.each<[string, Written, string[]]>([
    ['as it is', {}, []],
    [
      'without mutations',
      { mutations: [] },
      ['spec.mutations: Required value: mutations must contain at least one item'],
    ],
    [
      'of what is deleted',
      { matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
    [
      'whose patch is a configuration',
      { mutations: [{ ...mutation, patchType: 'JSONPatch' }] },
      [
        'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
      ],
    ],
    [
      'that does not say whether it is asked again',
      { reinvocationPolicy: '' },
      ['spec.reinvocationPolicy: Required value'],
    ],
  ])('%s', (_, spec, expected) => {
    expect(policies.create({ spec }).errors).toEqual(expected);
  });
});
