/** Policies that look at every new pod, and what they cost a pod: without a server. */

import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { creationOf, validatingPolicies } from '../support/unit/policies.ts';

/** Three expressions each, as policies of clusters have them. */
const validations: readonly (readonly [string, string, string])[] = [
  [
    "object.spec.containers.all(c, c.image.startsWith('mirror.example.com/') || c.image.startsWith('registry.example.com/'))",
    '!has(object.spec.hostNetwork) || object.spec.hostNetwork == false',
    'object.spec.containers.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false)',
  ],
  [
    "has(object.metadata.labels) && 'app' in object.metadata.labels",
    'object.metadata.labels.all(k, size(k) < 100)',
    'object.metadata.name.size() <= 63',
  ],
  [
    "object.spec.containers.all(c, has(c.resources) && has(c.resources.requests) && 'memory' in c.resources.requests)",
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
export function askedPolicies(
  count: number,
  kind: { api: string },
): (pod: ApiObject) => void | Promise<void> {
  const { policies, bindings } = policyObjects(count, kind);
  const plugin = validatingPolicies(policies, bindings);
  return (pod) => plugin.validate(creationOf(pod));
}
