import { expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { ingressClass } from './index.ts';

const bench = new Bench(ingressClass(dependencies), {
  metadata: metadata('fast', { namespace: undefined }),
  spec: { controller: 'example.com/fast' },
});

const parameters = (more: Written = {}): Written => ({
  parameters: { kind: 'Config', name: 'fast', ...more },
});

test.each<[string, Written, string[]]>([
  ['valid', parameters(), []],
  ['no controller', { controller: undefined }, ['spec.controller: Required value']],
  [
    'a controller without a domain',
    { controller: 'fast' },
    ['spec.controller: Invalid value: "fast": must be a domain-prefixed path (such as "acme.io/foo")'],
  ],
  [
    'a controller with an invalid path',
    { controller: 'a.example/b c' },
    [
      "spec.controller: Invalid value: \"b c\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
    ],
  ],
  [
    'a controller that is too long',
    { controller: `a/${'b'.repeat(249)}` },
    ['spec.controller: Too long: must have at most 250 bytes'],
  ],
  [
    'parameters without kind and name',
    parameters({ kind: '', name: '' }),
    [
      'spec.parameters.kind: Required value: kind is required',
      'spec.parameters.name: Required value: name is required',
    ],
  ],
  [
    'an unknown scope',
    parameters({ scope: 'Galaxy' }),
    ['spec.parameters.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespace"'],
  ],
  [
    'namespaced parameters without a namespace',
    parameters({ scope: 'Namespace' }),
    ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
  ],
  ['namespaced parameters', parameters({ scope: 'Namespace', namespace: 'shop' }), []],
  [
    'cluster parameters with a namespace',
    parameters({ namespace: 'shop' }),
    ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
  ],
])('validation of an IngressClass: %s', (_, spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test('the scope of IngressClass parameters defaults to Cluster', () => {
  expect(bench.decode({ spec: parameters() }).spec.parameters?.scope).toBe('Cluster');
});

test('the controller of an IngressClass is immutable', () => {
  expect(bench.update({ spec: { controller: 'a/b' } }).errors).toEqual([
    'spec.controller: Invalid value: "a/b": field is immutable',
  ]);
});

test('the table of IngressClasses shows controller and parameters', () => {
  expect(bench.row()).toEqual({
    Name: 'fast',
    Controller: 'example.com/fast',
    Parameters: '<none>',
    Age: '5m10s',
  });
  const row = (more: Written) => bench.row({ spec: parameters(more) })['Parameters'];
  expect(row({})).toBe('Config/fast');
  expect(row({ apiGroup: 'example.com' })).toBe('Config.example.com/fast');
});

test.each([
  ['1.35', 'fast (default)'],
  ['1.32', 'fast'],
])('in %s the IngressClass by default is shown as %s', (release, name) => {
  const rules = ingressClass({ ...dependencies, gates: new FeatureGates(release) });
  const ofRelease = new Bench(rules, {
    metadata: metadata('fast', {
      namespace: undefined,
      annotations: { 'ingressclass.orch.io/is-default-class': 'true' },
    }),
    spec: { controller: 'example.com/fast' },
  });
  expect(ofRelease.row()['Name']).toBe(name);
});
