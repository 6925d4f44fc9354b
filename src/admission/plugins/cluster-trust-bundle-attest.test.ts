import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { markSentEmpty } from '../../api/json/sent-empty.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { PluginDependencies } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.ts';

const refusal = 'user not permitted to attest for signerName "example.com/a"';
const bundle = (change: object = {}, signerName: string | undefined = 'example.com/a') => ({
  metadata: { name: 'b', ...change },
  spec: { signerName, trustBundle: 'x' },
});

const sentEmpty = (object: { metadata: object }, name: string): object => {
  markSentEmpty({}, object.metadata, [name]);
  return object;
};

test.each<[string, object, object | undefined, string[], string | undefined]>([
  ['a new one', bundle(), undefined, [], refusal],
  ['a new one, by who may for the signer', bundle(), undefined, ['example.com/a'], undefined],
  ['a new one, by who may for its domain', bundle(), undefined, ['example.com/*'], undefined],
  ['a new one, by who may for another', bundle(), undefined, ['example.com/b'], refusal],
  ['a new one without a signer', { ...bundle(), spec: { trustBundle: 'x' } }, undefined, [], undefined],
  ['a changed one', bundle({ labels: { a: 'b' } }), bundle(), [], refusal],
  ['an unchanged one', bundle(), bundle(), [], undefined],
  [
    'an unchanged one, with labels that were sent empty',
    sentEmpty(bundle(), 'labels'),
    bundle(),
    [],
    undefined,
  ],
  ['one that gets a finalizer', bundle({ finalizers: ['a/b'] }), bundle(), [], undefined],
  ['one that loses an owner', bundle(), bundle({ ownerReferences: [{ uid: 'u' }] }), [], undefined],
])('%s', async (_, object, old, allowed, expected) => {
  const plugin = await clusterTrustBundleAttest.create({
    dialect: dialects[1]!,
    gates: new FeatureGates('1.36', ['ClusterTrustBundle=true']),
    authorizer: {
      authorize: ({ verb, resource, name }) => ({
        verdict: verb === 'attest' && resource === 'signers' && allowed.includes(name) ? 'allow' : 'deny',
        reason: '',
      }),
    },
  } as Partial<PluginDependencies> as PluginDependencies);
  const attributes = {
    operation: old === undefined ? 'CREATE' : 'UPDATE',
    group: 'certificates.k8s.io',
    resource: 'clustertrustbundles',
    name: 'b',
    user: { name: 'jane' },
    object,
    old,
  } as unknown as AdmissionAttributes;
  const outcome = await Promise.resolve(plugin.validate!(attributes)).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(outcome?.replace(/^.* is forbidden: /, '')).toBe(expected);
});
