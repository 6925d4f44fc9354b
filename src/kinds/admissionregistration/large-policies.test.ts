import { expect, it } from 'vitest';
import { Bench, dependencies, type Written } from '../../../test/support/unit/kinds.ts';
import { countedStops } from '../../../test/support/unit/validation.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { admissionregistrationKinds } from './index.ts';

const release = '1.36';
const kinds = admissionregistrationKinds({ ...dependencies, gates: new FeatureGates(release) });
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
const matchConstraints = { resourceRules: [rule] };
const many = 500;
const repeated = <T>(make: (index: number) => T, count = many): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const expression = 'object.metadata.name == "a"';
const conditions = repeated((index) => ({ name: `c${index}`, expression }), 64);

/** Objects with many expressions: others have their turn between any two of them. */
it.each<[string, number, Written]>([
  [
    'ValidatingAdmissionPolicy',
    many,
    { spec: { matchConstraints, validations: repeated(() => ({ expression })) } },
  ],
  [
    'ValidatingAdmissionPolicy',
    many,
    {
      spec: {
        matchConstraints,
        validations: [{ expression: 'true' }],
        variables: repeated((index) => ({ name: `v${index}`, expression })),
      },
    },
  ],
  [
    'MutatingAdmissionPolicy',
    many,
    {
      spec: {
        matchConstraints,
        reinvocationPolicy: 'Never',
        mutations: repeated(() => ({
          patchType: 'JSONPatch',
          jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' },
        })),
      },
    },
  ],
  [
    'ValidatingWebhookConfiguration',
    64,
    {
      webhooks: [
        {
          name: 'a.b.c',
          clientConfig: { url: 'https://a.example' },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          matchConditions: conditions,
        },
      ],
    },
  ],
])('%s: %i expressions are compiled with stops between them', (kind, count, written) => {
  const rules = kinds.find((each) => each.kind === kind)!;
  const object = new Bench(rules, { metadata: { name: 'p' }, ...written }, release).decode();
  const { result, stops } = countedStops(rules.validateInSteps!.create(object));
  expect(result).toEqual([]);
  expect(stops).toBeGreaterThanOrEqual(count);
});
