import type { Authorizer } from '../../../access/authorization/authorizer.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { User } from '../../../api/meta/user.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { podOf } from '../shared/objects.ts';

/** Policies were in another group before, and roles may still say so. */
const groups = ['policy', 'extensions'];

/** Whether the pod's service account or the one who asks may use a policy in the namespace of the pod. */
export function usable(
  attributes: AdmissionAttributes,
  authorizer: Authorizer,
  dialect: Dialect,
): (policy: string) => Promise<boolean> {
  const { namespace, user } = attributes;
  const { serviceAccountName } = podOf(attributes).spec;
  const account = serviceAccountName ? [accountUser(namespace, serviceAccountName)] : [];
  const users = [...account, user];
  const known = new Map<string, Promise<boolean>>();
  const find = async (policy: string): Promise<boolean> => {
    for (const asking of users)
      for (const group of groups) {
        const { verdict } = await authorizer.authorize({
          user: asking,
          verb: 'use',
          isResourceRequest: true,
          namespace,
          group: fillPlaceholders(dialect, group),
          version: '*',
          resource: 'podsecuritypolicies',
          subresource: '',
          name: policy,
          path: '',
        });
        if (verdict === 'allow') return true;
      }
    return false;
  };
  return (policy) => {
    const answer = known.get(policy) ?? find(policy);
    known.set(policy, answer);
    return answer;
  };
}

const accountUser = (namespace: string, name: string): User => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  uid: '',
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  extra: {},
});
