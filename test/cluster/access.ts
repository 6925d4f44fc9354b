import type { Api } from './api.ts';

/** With which nodes join. */
export const token = { id: 'abcdef', secret: '0123456789abcdef' };

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';

/** What an installer sets up: the token, what may be done with it, and the Lease of the own controllers. */
export async function setUpAccess(api: Api): Promise<void> {
  await api.create('/api/v1/namespaces/kube-system/secrets', {
    metadata: { name: `bootstrap-token-${token.id}` },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': token.id,
      'token-secret': token.secret,
      'usage-bootstrap-authentication': 'true',
      'auth-extra-groups': 'system:bootstrappers:nodes',
    },
  });
  const requests = 'system:certificates.k8s.io:certificatesigningrequests';
  for (const [role, group] of [
    ['system:node-bootstrapper', 'system:bootstrappers:nodes'],
    [`${requests}:nodeclient`, 'system:bootstrappers:nodes'],
    [`${requests}:selfnodeclient`, 'system:nodes'],
  ])
    await api.create(`${rbac}/clusterrolebindings`, {
      metadata: { generateName: 'nodes-' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup, kind: 'Group', name: group }],
    });
  await allowLease(api);
}

/** A controller manager may have the Lease of its usual name alone. */
async function allowLease(api: Api): Promise<void> {
  const inSystem = `${rbac}/namespaces/kube-system`;
  const metadata = { name: 'own-controllers' };
  const rules = [
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    {
      apiGroups: ['coordination.k8s.io'],
      resources: ['leases'],
      resourceNames: ['own-controllers'],
      verbs: ['get', 'update'],
    },
  ];
  await api.create(`${inSystem}/roles`, { metadata, rules });
  await api.create(`${inSystem}/rolebindings`, {
    metadata,
    roleRef: { apiGroup, kind: 'Role', name: 'own-controllers' },
    subjects: [{ apiGroup, kind: 'User', name: 'system:kube-controller-manager' }],
  });
}
