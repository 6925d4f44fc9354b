import { expect } from 'vitest';
import type { TestServer } from './server.ts';

export interface Rule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** `jane`, or `Group:cooks`. */
function subject(text: string, apiGroup: string): object {
  const [kind, name] = text.startsWith('Group:') ? ['Group', text.slice(6)] : ['User', text];
  return { kind, name, apiGroup };
}

export interface Grant {
  name: string;
  who: string;
  namespace?: string;
  rules: Rule[];
  /** The domain of API groups in the dialect of the server. */
  api?: string;
}

/** Lets somebody do what the rules say: in a namespace, or everywhere when it is "". */
export async function grant(
  server: TestServer,
  { name, who, namespace = '', rules, api = 'k8s.io' }: Grant,
): Promise<void> {
  const apiGroup = `rbac.authorization.${api}`;
  const base = `/apis/${apiGroup}/v1`;
  const kind = namespace === '' ? 'ClusterRole' : 'Role';
  const place = namespace === '' ? base : `${base}/namespaces/${namespace}`;
  const plural = kind.toLowerCase();
  const metadata = { name };
  const role = await server.client.post(`${place}/${plural}s`, { metadata, rules });
  const binding = await server.client.post(`${place}/${plural}bindings`, {
    metadata,
    subjects: [subject(who, apiGroup)],
    roleRef: { apiGroup, kind, name },
  });
  expect([role.status, binding.status], role.text + binding.text).toEqual([201, 201]);
}
