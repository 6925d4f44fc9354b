import { describe, expect, it } from 'vitest';
import { checkEntries } from './manifest-rules.ts';

const suffix = '.static.example';
const policy = (name: string | undefined, spec: object = {}) => ({
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec,
});
const binding = (name: string, spec: object) => ({
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec,
});
const hook = (clientConfig: object) => ({
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'w.static.example' },
  webhooks: [{ name: 'w.example.com', clientConfig }],
});
const check = (...objects: object[]) =>
  checkEntries(
    objects.map((object, index) => ({ file: `${index}.yaml`, object: object as never })),
    suffix,
  );

describe('objects in a folder', () => {
  it('are policies with their bindings, and webhooks with addresses', () => {
    const bound = binding('b.static.example', { policyName: 'p.static.example' });
    expect(() => check(policy('p.static.example'), bound, hook({ url: 'https://a.example' }))).not.toThrow();
  });

  it.each<[string, object[], string]>([
    ['without a name', [policy(undefined)], 'resource in file "0.yaml" must have a name'],
    [
      'with the name of another sort',
      [policy('p')],
      '"p" in file "0.yaml" must have a name ending with ".static.example"',
    ],
    [
      'with the name of another one',
      [policy('p.static.example'), policy('p.static.example')],
      'duplicate name "p.static.example" found in file "1.yaml" (previously seen in "0.yaml")',
    ],
    [
      'that are policies with parameters',
      [policy('p.static.example', { paramKind: {} })],
      'ValidatingAdmissionPolicy "p.static.example": spec.paramKind is not supported for static manifests',
    ],
    [
      'that are bindings with parameters',
      [binding('b.static.example', { paramRef: {} })],
      'binding "b.static.example": spec.paramRef is not supported for static manifests',
    ],
    [
      'that are bindings of nothing',
      [binding('b.static.example', {})],
      'binding "b.static.example" must reference a policy (spec.policyName)',
    ],
    [
      'that are bindings of policies in the API',
      [binding('b.static.example', { policyName: 'p' })],
      'binding "b.static.example" spec.policyName "p" must end with ".static.example"',
    ],
    [
      'that are bindings of policies that are not there',
      [binding('b.static.example', { policyName: 'p.static.example' })],
      'binding "b.static.example" references policy "p.static.example" which does not exist in the manifest directory',
    ],
    [
      'that are webhooks of Services',
      [hook({ service: {} })],
      'webhook "w.example.com" in "w.static.example" (file "0.yaml"): clientConfig.service is not supported for static manifests; use clientConfig.url instead',
    ],
    [
      'that are webhooks without an address',
      [hook({})],
      'webhook "w.example.com" in "w.static.example" (file "0.yaml"): clientConfig.url is required for static manifests',
    ],
  ])('%s are refused', (_, objects, message) => {
    expect(() => check(...objects)).toThrow(new Error(message));
  });
});
