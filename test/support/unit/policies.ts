import type { PluginDependencies } from '../../../src/admission/descriptor.ts';
import type { AdmissionAttributes } from '../../../src/admission/plugin.ts';
import { type BindingObject, PolicyIndex } from '../../../src/admission/policies/policy-index.ts';
import { policyParts } from '../../../src/admission/policies/policy-parts.ts';
import { ValidatingPolicies } from '../../../src/admission/policies/validating-policies.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { compileValidatingPolicy } from '../../../src/api/policies/validating-policy.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy as Policy } from '../../../src/api/schema/types.gen.ts';
import { MemoryObjects } from './memory-objects.ts';

/** A kind of the objects that policies are asked about. */
export interface AskedKind {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
}

export const podKind: AskedKind = { group: '', resource: 'pods', kind: 'Pod' };

/** Validating policies and their bindings, of the newest release, without a server. */
export function validatingPolicies(
  policies: readonly object[],
  bindings: readonly object[],
  kind = podKind,
): ValidatingPolicies<Policy> {
  const objects = new MemoryObjects();
  objects.lister({ resource: 'namespaces' }).put({ metadata: { name: 'default' }, spec: {}, status: {} });
  const { group, resource } = kind;
  const served = { group, version: 'v1', resource, kind: kind.kind, isStored: true };
  const given = {
    dialect: dialects[1],
    objects,
    versions: { revision: 1, of: () => [served] },
    authorizer: {},
    release: '1.36',
    gates: new FeatureGates('1.36'),
    policies: { validated: () => {}, conditionsAsked: () => {}, conditionExcluded: () => {} },
  };
  const parts = policyParts(given as unknown as PluginDependencies);
  const ofPolicies = objects.lister<Policy>({ resource: 'policies' });
  const ofBindings = objects.lister<BindingObject>({ resource: 'bindings' });
  for (const policy of policies) ofPolicies.put(policy);
  for (const binding of bindings) ofBindings.put(binding);
  const index = new PolicyIndex(ofPolicies, ofBindings, parts.versions, (policy) =>
    compileValidatingPolicy(policy, parts.environments),
  );
  return new ValidatingPolicies(parts, index, dialects[1]!.api);
}

/** The creation of an object in the namespace `default`. */
export const creationOf = (object: ApiObject, { group, resource, kind } = podKind): AdmissionAttributes => ({
  operation: 'CREATE',
  group,
  resource,
  subresource: '',
  version: 'v1',
  kind: { group, version: 'v1', kind },
  namespace: 'default',
  name: object.metadata.name ?? '',
  user: { name: 'jane', uid: '', groups: ['system:authenticated'], extra: {} },
  deadline: Number.POSITIVE_INFINITY,
  dryRun: false,
  options: undefined,
  object,
  old: undefined,
  isAskedAgain: false,
  warn: () => {},
  reinvoke: () => {},
  annotate: () => {},
});
