import { expect } from 'vitest';
import type { TestServer } from './server.ts';

const base = '/apis/rbac.authorization.k8s.io/v1';

export interface Rule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** `jane`, or `Group:cooks`. */
function subject(text: string): object {
  const [kind, name] = text.startsWith('Group:') ? ['Group', text.slice(6)] : ['User', text];
  return { kind, name, apiGroup: 'rbac.authorization.k8s.io' };
}

/** Lets somebody do what the rules say: in a namespace, or everywhere when it is "". */
export async function grant(
  server: TestServer,
  { name, who, namespace = '', rules }: { name: string; who: string; namespace?: string; rules: Rule[] },
): Promise<void> {
  const kind = namespace === '' ? 'ClusterRole' : 'Role';
  const place = namespace === '' ? base : `${base}/namespaces/${namespace}`;
  const plural = kind.toLowerCase();
  const metadata = { name };
  const role = await server.client.post(`${place}/${plural}s`, { metadata, rules });
  const binding = await server.client.post(`${place}/${plural}bindings`, {
    metadata,
    subjects: [subject(who)],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
  });
  expect([role.status, binding.status], role.text + binding.text).toEqual([201, 201]);
}
