import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
const rbac = '/apis/rbac.authorization.k8s.io/v1';

/** What a rule allows. */
interface Granted {
  verbs: string;
  resource: string;
  names?: string[];
}

const users = new Map<string, Promise<string>>();

/** The name of a user who may do just this. */
function userWith({ verbs, resource, names }: Granted): Promise<string> {
  const key = `${verbs} ${resource} ${names ?? ''}`;
  const known =
    users.get(key) ?? makeUser(`user-${users.size}`, { verbs, resource, ...(names ? { names } : {}) });
  users.set(key, known);
  return known;
}

async function makeUser(name: string, { verbs, resource, names }: Granted): Promise<string> {
  const rule = {
    apiGroups: [''],
    resources: [resource],
    verbs: verbs.split(','),
    ...(names ? { resourceNames: names } : {}),
  };
  await server.client.post(`${rbac}/clusterroles`, { metadata: { name }, rules: [rule] });
  const roleRef = { kind: 'ClusterRole', name, apiGroup: 'rbac.authorization.k8s.io' };
  const subjects = [{ kind: 'User', name, apiGroup: 'rbac.authorization.k8s.io' }];
  await server.client.post(`${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
  const [verb] = verbs.split(',');
  const [plain, subresource] = resource.split('/');
  const attributes = {
    verb: verb === '*' ? 'get' : verb,
    resource: plain,
    subresource,
    name: names?.[0] ?? '',
    namespace: 'default',
  };
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: name, resourceAttributes: attributes },
  };
  const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  await until(async () => (await server.client.post(reviews, review)).body.status.allowed);
  return name;
}

beforeAll(async () => {
  server = await TestServer.start();
}, 60_000);
afterAll(() => server.remove());

const pod = '/api/v1/namespaces/default/pods/web';
const service = '/api/v1/namespaces/default/services';

describe('a user who may', () => {
  it.each<[string, string, string[] | undefined, string, string, boolean]>([
    ['get', 'pods/exec', undefined, 'GET', `${pod}/exec`, false],
    ['get', 'pods/exec', undefined, 'POST', `${pod}/exec`, false],
    ['create', 'pods/exec', undefined, 'POST', `${pod}/exec`, true],
    ['create', 'pods/exec', undefined, 'GET', `${pod}/exec`, false],
    ['get,create', 'pods/exec', undefined, 'GET', `${pod}/exec`, true],
    ['get', 'pods/attach', undefined, 'GET', `${pod}/attach`, false],
    ['create', 'pods/attach', undefined, 'POST', `${pod}/attach`, true],
    ['get', 'pods/portforward', undefined, 'GET', `${pod}/portforward`, false],
    ['create', 'pods/portforward', undefined, 'POST', `${pod}/portforward`, true],
    ['get', 'pods', undefined, 'POST', `${pod}/exec`, false],
    ['get', 'pods', undefined, 'GET', `${pod}/log`, false],
    ['get', 'pods/log', undefined, 'GET', `${pod}/log`, true],
    ['get', 'pods/log', undefined, 'GET', pod, false],
    ['get', 'pods/proxy', undefined, 'GET', `${pod}/proxy/`, true],
    ['get', 'pods/proxy', undefined, 'HEAD', `${pod}/proxy/`, true],
    ['get', 'pods/proxy', undefined, 'POST', `${pod}/proxy/`, false],
    ['create', 'pods/proxy', undefined, 'POST', `${pod}/proxy/`, true],
    ['update', 'pods/proxy', undefined, 'PUT', `${pod}/proxy/`, true],
    ['patch', 'pods/proxy', undefined, 'PATCH', `${pod}/proxy/`, true],
    ['delete', 'pods/proxy', undefined, 'DELETE', `${pod}/proxy/`, true],
    ['get', 'pods/proxy', undefined, 'DELETE', `${pod}/proxy/`, false],
    // It has no verb.
    ['get', 'pods/proxy', undefined, 'OPTIONS', `${pod}/proxy/`, false],
    ['*', 'pods/proxy', undefined, 'OPTIONS', `${pod}/proxy/`, true],
    ['get', 'services/proxy', ['https:web:443'], 'GET', `${service}/https:web:443/proxy/`, true],
    ['get', 'services/proxy', ['https:web:443'], 'GET', `${service}/web/proxy/`, false],
    ['get', 'services/proxy', ['web'], 'GET', `${service}/https:web:443/proxy/`, false],
    ['get', 'nodes/proxy', undefined, 'GET', '/api/v1/nodes/near/proxy/', true],
    ['get', 'nodes', undefined, 'GET', '/api/v1/nodes/near/proxy/', false],
    ['create', 'nodes/proxy', undefined, 'GET', '/api/v1/nodes/near/proxy/', false],
  ])('%s %s (%s): %s %s is allowed: %s', async (verbs, resource, names, method, path, isAllowed) => {
    const user = await userWith({ verbs, resource, ...(names ? { names } : {}) });
    const { status } = await server.client.send(method, path, { headers: { 'impersonate-user': user } });
    // Nothing of it is there: who may ask is told so.
    expect(status === 403 ? 'refused' : 'allowed').toBe(isAllowed ? 'allowed' : 'refused');
    if (isAllowed) expect(status).toBe(404);
  });
});
