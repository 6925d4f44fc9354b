import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aGroup, anAccount, aUser, group, PolicyBench } from '../../../../test/support/unit/policy-bench.ts';
import type { RbacV1PolicyRule, RbacV1RoleRef, RbacV1Subject } from '../../../api/schema/types.gen.ts';
import type { Attributes } from '../authorizer.ts';

interface Role {
  namespace: string;
  name: string;
  rules: RbacV1PolicyRule[];
}

interface Binding {
  namespace: string;
  name: string;
  roleRef: RbacV1RoleRef;
  subjects: RbacV1Subject[];
}

/** The rules of SPEC.md in the plainest words: every binding is looked at, every rule, every item. */
function reference(roles: Role[], bindings: Binding[], asked: Attributes): boolean {
  for (const binding of bindings) {
    if (binding.namespace !== '' && (!asked.isResourceRequest || binding.namespace !== asked.namespace))
      continue;
    if (!binding.subjects.some((subject) => isMeant(subject, binding.namespace, asked))) continue;
    for (const role of roles) {
      const home = binding.roleRef.kind === 'Role' ? binding.namespace : '';
      if (role.name !== binding.roleRef.name || role.namespace !== home) continue;
      if (role.rules.some((rule) => permits(rule, asked))) return true;
    }
  }
  return false;
}

function isMeant(subject: RbacV1Subject, home: string, { user }: Attributes): boolean {
  if (subject.kind === 'User') return subject.name === user.name;
  if (subject.kind === 'Group') return user.groups.includes(subject.name);
  return user.name === `system:serviceaccount:${subject.namespace ?? home}:${subject.name}`;
}

function permits(rule: RbacV1PolicyRule, asked: Attributes): boolean {
  if (!rule.verbs?.some((verb) => verb === '*' || verb === asked.verb)) return false;
  if (!asked.isResourceRequest) {
    return (rule.nonResourceURLs ?? []).some(
      (url) => url === asked.path || (url.endsWith('*') && asked.path.startsWith(url.slice(0, -1))),
    );
  }
  const isGroup = (rule.apiGroups ?? []).some((one) => one === '*' || one === asked.group);
  const isName = !rule.resourceNames?.length || rule.resourceNames.includes(asked.name);
  const isResource = (rule.resources ?? []).some((one) => {
    if (one === '*') return true;
    if (asked.subresource === '') return one === asked.resource;
    return one === `${asked.resource}/${asked.subresource}` || one === `*/${asked.subresource}`;
  });
  return isGroup && isName && isResource;
}

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });
const namespaces = ['a', 'b'];
const names = ['x', 'y'];

const resourceRule = fc.record({
  verbs: some('get', 'list', 'create', '*'),
  apiGroups: some('', 'apps', '*'),
  resources: some('pods', 'pods/log', 'secrets', '*/log', '*/scale', '*', 'pods/*'),
  resourceNames: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: some('n', 'm') },
  ),
});
const pathRule = fc.record({
  verbs: some('get', 'post', '*'),
  nonResourceURLs: some('/metrics', '/api*', '/apis/*', '*', '/*'),
});
const role = fc.record({
  namespace: fc.constantFrom('', ...namespaces),
  name: fc.constantFrom(...names),
  rules: fc.array(fc.oneof({ weight: 4, arbitrary: resourceRule }, { weight: 1, arbitrary: pathRule }), {
    maxLength: 3,
  }),
});
const subject = fc.oneof(
  fc.constantFrom('ann', 'bob', 'system:serviceaccount:a:robot').map(aUser),
  fc.constantFrom('sellers', 'buyers', 'ann').map(aGroup),
  fc.constantFrom(...namespaces).map((namespace) => anAccount('robot', namespace)),
);
const binding = fc
  .record({
    namespace: fc.constantFrom('', ...namespaces),
    name: fc.constantFrom('k', 'l', 'm', 'n'),
    kind: fc.constantFrom('Role', 'ClusterRole'),
    of: fc.constantFrom(...names),
    subjects: fc.array(subject, { minLength: 1, maxLength: 4 }),
  })
  .map(
    ({ namespace, name, kind, of, subjects }): Binding => ({
      namespace,
      name,
      roleRef: { apiGroup: group, kind: namespace === '' ? 'ClusterRole' : kind, name: of },
      subjects,
    }),
  );
const asked = fc
  .record({
    user: fc.record({
      name: fc.constantFrom('ann', 'bob', 'system:serviceaccount:a:robot', 'system:serviceaccount:b:robot'),
      groups: fc.subarray(['sellers', 'buyers'], { minLength: 1 }),
    }),
    verb: fc.constantFrom('get', 'list', 'create', 'post'),
    isResourceRequest: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    namespace: fc.constantFrom('', ...namespaces),
    group: fc.constantFrom('', 'apps'),
    resource: fc.constantFrom('pods', 'secrets'),
    subresource: fc.constantFrom('', '', 'log', 'scale'),
    name: fc.constantFrom('', 'n', 'o'),
    path: fc.constantFrom('/metrics', '/api', '/apis/apps', '/'),
  })
  .map(({ user, ...rest }): Attributes => {
    const place = rest.isResourceRequest
      ? {}
      : { namespace: '', group: '', resource: '', subresource: '', name: '' };
    return { ...rest, ...place, version: '', user: { ...user, uid: '', extra: {} } };
  });

const identity = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`;

test('ten thousand policies and requests are decided as the plain rules decide them', () => {
  let allowed = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(role, { selector: identity, minLength: 4, maxLength: 6 }),
      fc.uniqueArray(binding, { selector: identity, minLength: 4, maxLength: 6 }),
      asked,
      (roles, bindings, attributes) => {
        const bench = new PolicyBench();
        for (const { namespace, name, rules } of roles) bench.role(namespace, name, ...rules);
        for (const { namespace, name, roleRef, subjects } of bindings) {
          bench.bind(namespace, name, `${roleRef.kind}/${roleRef.name}`, ...subjects);
        }
        const expected = reference(roles, bindings, attributes);
        if (expected) allowed++;
        expect(bench.policy.decide(attributes).verdict).toBe(expected ? 'allow' : 'no-opinion');
      },
    ),
    { numRuns: 10_000 },
  );
  // Otherwise the requests would show little.
  expect(allowed).toBeLessThan(8_000);
  expect(allowed).toBeGreaterThan(2_000);
});
