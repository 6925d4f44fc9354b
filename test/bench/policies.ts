/** Policies that look at every new pod, and what they cost a pod: without a server. */

import type { PluginDependencies } from '../../src/admission/descriptor.ts';
import type { AdmissionAttributes } from '../../src/admission/plugin.ts';
import { PolicyIndex } from '../../src/admission/policies/policy-index.ts';
import { policyParts } from '../../src/admission/policies/policy-parts.ts';
import { ValidatingPolicies } from '../../src/admission/policies/validating-policies.ts';
import type { Dialect } from '../../src/api/meta/dialect.ts';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { compileValidatingPolicy } from '../../src/api/policies/validating-policy.ts';
import { MemoryObjects } from '../support/unit/memory-objects.ts';

/** Three expressions each, as policies of clusters have them. */
const validations: readonly (readonly [string, string, string])[] = [
  [
    "object.spec.containers.all(c, c.image.startsWith('registry.example/') || c.image.startsWith('mirror.example/'))",
    '!has(object.spec.hostNetwork) || object.spec.hostNetwork == false',
    'object.spec.containers.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false)',
  ],
  [
    "has(object.metadata.labels) && 'app' in object.metadata.labels",
    'object.metadata.labels.all(k, size(k) < 100)',
    'object.metadata.name.size() <= 63',
  ],
  [
    "object.spec.containers.all(c, has(c.resources) && has(c.resources.limits) && 'memory' in c.resources.limits)",
    "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
    '!has(object.spec.volumes) || object.spec.volumes.all(v, !has(v.hostPath))',
  ],
  [
    'object.spec.containers.size() <= 10',
    "!('system:anonymous' in request.userInfo.groups)",
    "request.namespace != 'kube-public'",
  ],
];

export const policyObjects = (
  count: number,
  kind: { api: string },
): { policies: object[]; bindings: object[] } => {
  const names = Array.from({ length: count }, (_, index) => `policy-${index}`);
  const apiVersion = `admissionregistration.${kind.api}/v1`;
  return {
    policies: names.map((name, index) => ({
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['pods'],
              scope: '*',
            },
          ],
        },
        validations: validations[index % validations.length]!.map((expression) => ({ expression })),
      },
    })),
    bindings: names.map((name) => ({
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    })),
  };
};

/** Asks policies about a new pod as often as asked for. */
export function askedPolicies(count: number, dialect: Dialect): (pod: ApiObject) => void | Promise<void> {
  const objects = new MemoryObjects();
  objects.lister({ resource: 'namespaces' }).put({ metadata: { name: 'default' }, spec: {}, status: {} });
  const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', isStored: true };
  const versions = { revision: 1, of: () => [pods] };
  const given = { dialect, objects, versions, authorizer: {}, release: '1.36', policies: {} };
  const parts = policyParts(given as unknown as PluginDependencies);
  const { policies, bindings } = policyObjects(count, dialect);
  const listers = [
    objects.lister({ resource: 'policies' }),
    objects.lister({ resource: 'bindings' }),
  ] as const;
  const index = new PolicyIndex(listers[0] as never, listers[1] as never, parts.versions, (policy) =>
    compileValidatingPolicy(policy as never, parts.environments),
  );
  for (const policy of policies) listers[0].put(policy);
  for (const binding of bindings) listers[1].put(binding);
  const asked = new ValidatingPolicies(parts, index, dialect.api);
  return (pod) => asked.validate(attributesOf(pod));
}

const attributesOf = (object: ApiObject): AdmissionAttributes => ({
  operation: 'CREATE',
  group: '',
  resource: 'pods',
  subresource: '',
  version: 'v1',
  kind: { group: '', version: 'v1', kind: 'Pod' },
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
