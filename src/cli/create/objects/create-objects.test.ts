import { describe, expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { clusterRole, clusterRoleBinding, role, roleBinding } from './access-objects.ts';
import { configMap, registrySecret, secret, tlsSecret } from './config-objects.ts';
import { ingress } from './ingress.ts';
import { service } from './services.ts';
import { disruptionBudget, priorityClass, quota } from './small-objects.ts';
import { cronJob, deployment, job, jobOf } from './workloads.ts';

const [orch, kubernetes] = dialects as [(typeof dialects)[0], (typeof dialects)[0]];
const random = () => 'abcde';

describe('a Deployment', () => {
  const options = { name: 'web', images: ['nginx:1'], command: [], replicas: 2, randomSuffix: random };

  it('has a container for each image', () => {
    const { spec } = deployment({
      ...options,
      images: ['registry:5000/team/nginx:1', 'redis'],
      port: 80,
    }) as any;
    expect(spec.template.spec.containers).toEqual([
      { name: 'nginx', image: 'registry:5000/team/nginx:1', ports: [{ containerPort: 80 }] },
      { name: 'redis', image: 'redis' },
    ]);
    expect(spec.selector.matchLabels).toEqual({ app: 'web' });
    expect(spec.template.metadata.labels).toEqual({ app: 'web' });
    expect(spec.replicas).toBe(2);
  });

  it('names a container whose image has a name that no container may have', () => {
    const { spec } = deployment({
      ...options,
      images: ['web_app.x@sha256:00'],
      command: ['sleep', '1'],
    }) as any;
    expect(spec.template.spec.containers).toEqual([
      { name: 'web-app-x-abcde', image: 'web_app.x@sha256:00', command: ['sleep', '1'] },
    ]);
  });

  it('has a command for one container only', () => {
    expect(() => deployment({ ...options, images: ['a', 'b'], command: ['c'] })).toThrow(
      'cannot specify multiple --image options and command',
    );
  });
});

describe('Jobs', () => {
  it('run an image once', () => {
    expect(job({ name: 'j', image: 'x', command: ['a'] })['spec']).toEqual({
      template: { spec: { containers: [{ name: 'j', image: 'x', command: ['a'] }], restartPolicy: 'Never' } },
    });
  });

  it('run it on a schedule', () => {
    const made = cronJob({ name: 'c', image: 'x', command: [], schedule: '*/5 * * * *' }) as any;
    expect(made.spec.schedule).toBe('*/5 * * * *');
    expect(made.spec.jobTemplate.spec.template.spec.restartPolicy).toBe('OnFailure');
  });

  it('do now what a CronJob does at its times', () => {
    const from = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'c', uid: 'u' },
      spec: { jobTemplate: { metadata: { labels: { a: 'b' } }, spec: { parallelism: 1 } } },
    };
    expect(jobOf('j', from, kubernetes)).toEqual({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: 'j',
        labels: { a: 'b' },
        annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
        ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid: 'u', controller: true }],
      },
      spec: { parallelism: 1 },
    });
  });
});

describe('Services', () => {
  const options = { name: 's', type: 'ClusterIP', tcp: ['80:8080', '443', '90:http'] } as const;

  it('name their ports for what they say', () => {
    expect((service(options)['spec'] as any).ports).toEqual([
      { name: '80-8080', port: 80, protocol: 'TCP', targetPort: 8080 },
      { name: '443', port: 443, protocol: 'TCP', targetPort: 443 },
      { name: '90-http', port: 90, protocol: 'TCP', targetPort: 'http' },
    ]);
  });

  it('need a port, unless they have no address or are elsewhere', () => {
    expect(() => service({ ...options, tcp: [] })).toThrow(
      'at least one tcp port specifier must be provided',
    );
    expect(service({ ...options, tcp: [], clusterIP: 'None' })['spec']).not.toHaveProperty('ports');
    const external = { ...options, tcp: [], type: 'ExternalName', externalName: 'x.example' } as const;
    expect(service(external)['spec']).toEqual({
      type: 'ExternalName',
      externalName: 'x.example',
      selector: { app: 's' },
    });
  });

  it.each(['0', '65536', 'x', '80:-', '80:far-too-long-a-name'])('have no port %s', (tcp) => {
    expect(() => service({ ...options, tcp: [tcp] })).toThrow();
  });
});

describe('Roles', () => {
  const options = {
    name: 'r',
    verbs: ['get', 'list', 'get'],
    resources: [
      { group: '', resources: ['pods', 'pods/log'] },
      { group: 'apps', resources: ['deployments'] },
    ],
    resourceNames: ['x'],
  };
  const cluster = { ...options, nonResourceURLs: [], aggregationRule: '' };

  it('have one rule for each group', () => {
    const rule = { verbs: ['get', 'list'], resourceNames: ['x'] };
    expect(role(options, orch)).toEqual({
      apiVersion: 'rbac.authorization.orch.io/v1',
      kind: 'Role',
      metadata: { name: 'r' },
      rules: [
        { ...rule, apiGroups: [''], resources: ['pods', 'pods/log'] },
        { ...rule, apiGroups: ['apps'], resources: ['deployments'] },
      ],
    });
  });

  it('may be about URLs, or made of other roles', () => {
    const urls = { ...cluster, verbs: ['get'], resources: [], resourceNames: [], nonResourceURLs: ['/x'] };
    expect(clusterRole(urls, kubernetes)['rules']).toEqual([{ verbs: ['get'], nonResourceURLs: ['/x'] }]);
    const aggregated = {
      ...cluster,
      verbs: [],
      resources: [],
      resourceNames: [],
      aggregationRule: 'a=b,c=d',
    };
    expect(clusterRole(aggregated, kubernetes)).toMatchObject({
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b', c: 'd' } }] },
      rules: [],
    });
    expect(() => clusterRole({ ...aggregated, verbs: ['get'] }, kubernetes)).toThrow(
      'must be specified without',
    );
  });

  it('are bound to users, groups and service accounts', () => {
    const to = { users: ['u'], groups: ['g'], serviceAccounts: ['ns:sa'] };
    const apiGroup = 'rbac.authorization.k8s.io';
    expect(clusterRoleBinding({ name: 'b', clusterRole: 'c', ...to }, kubernetes)).toEqual({
      apiVersion: `${apiGroup}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'b' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'c' },
      subjects: [
        { apiGroup, kind: 'User', name: 'u' },
        { apiGroup, kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 'sa', namespace: 'ns' },
      ],
    });
    expect(() => roleBinding({ name: 'b', ...to }, kubernetes)).toThrow('exactly one of clusterrole or role');
    expect(() => roleBinding({ name: 'b', role: 'r', ...to, serviceAccounts: ['x'] }, kubernetes)).toThrow(
      'serviceaccount must be <namespace>:<name>',
    );
  });
});

describe('an Ingress', () => {
  const options = { name: 'i', className: '', defaultBackend: '', rules: [], annotations: [] };

  it('has a rule for each host and TLS for each secret', () => {
    const rules = ['a/=s:80', 'a/b*=s:http,tls', 'b/b*=s:80,tls=x', 'c/=s:80,tls=x'];
    const { spec } = ingress({ ...options, rules }, orch) as any;
    expect(spec.rules.map(({ host, http }: any) => [host, http.paths.length])).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
    expect(spec.rules[0].http.paths).toEqual([
      { path: '/', pathType: 'Exact', backend: { service: { name: 's', port: { number: 80 } } } },
      { path: '/b', pathType: 'Prefix', backend: { service: { name: 's', port: { name: 'http' } } } },
    ]);
    expect(spec.tls).toEqual([{ hosts: ['a'] }, { hosts: ['b', 'c'], secretName: 'x' }]);
  });

  it('needs to know where requests go', () => {
    expect(() => ingress(options, orch)).toThrow('not enough information provided');
    expect(() => ingress({ ...options, rules: ['x'] }, orch)).toThrow('rule x is invalid');
  });
});

describe('ConfigMaps and Secrets', () => {
  const entries = new Map([['a', Buffer.from('b')]]);

  it('carry the hash of their content in the name as other clients do', () => {
    expect(configMap({ name: 'cm', appendHash: true }, entries).metadata.name).toBe('cm-5k62mh6dh9');
    expect(secret({ name: 's', appendHash: true, type: '' }, entries).metadata.name).toBe('s-7fd2tm89d8');
  });

  it('keep bytes that are no text apart', () => {
    const mixed = new Map([
      ['t', Buffer.from('ü')],
      ['b', Buffer.of(255, 254)],
    ]);
    expect(configMap({ name: 'cm', appendHash: false }, mixed)).toMatchObject({
      data: { t: 'ü' },
      binaryData: { b: '//4=' },
    });
  });

  it('know the account of a registry', () => {
    const account = { server: 'https://r', username: 'u', password: 'p', email: '' };
    const { data, type } = registrySecret({ name: 's', appendHash: false }, account, kubernetes) as any;
    expect(type).toBe('kubernetes.io/dockerconfigjson');
    expect(JSON.parse(Buffer.from(data['.dockerconfigjson'], 'base64').toString())).toEqual({
      auths: { 'https://r': { username: 'u', password: 'p', auth: 'dTpw' } },
    });
  });

  it('refuse a certificate that is none', () => {
    const pair = { certificate: Buffer.from('x'), key: Buffer.from('y') };
    expect(() => tlsSecret({ name: 't', appendHash: false }, pair, orch)).toThrow(
      'failed to find any PEM data',
    );
  });
});

describe('policies', () => {
  it('of quotas name amounts', () => {
    expect(quota({ name: 'q', hard: 'pods=1,cpu=2', scopes: 'BestEffort' })['spec']).toEqual({
      hard: { pods: '1', cpu: '2' },
      scopes: ['BestEffort'],
    });
    expect(() => quota({ name: 'q', hard: 'x' })).toThrow('expected <resource>=<value>');
  });

  it('of disruption have one bound', () => {
    const options = { name: 'p', selector: 'a=b' };
    expect(disruptionBudget({ ...options, minAvailable: '50%' })['spec']).toMatchObject({
      minAvailable: '50%',
    });
    expect(disruptionBudget({ ...options, maxUnavailable: '1' })['spec']).toMatchObject({
      maxUnavailable: 1,
    });
    expect(() => disruptionBudget(options)).toThrow('one of min-available');
    expect(() => disruptionBudget({ ...options, minAvailable: '1', maxUnavailable: '1' })).toThrow('both');
  });

  it('of priority have a value', () => {
    const options = {
      name: 'p',
      value: 10,
      globalDefault: false,
      description: '',
      preemptionPolicy: 'Never',
    };
    expect(priorityClass(options, orch)).toEqual({
      apiVersion: 'scheduling.orch.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'p' },
      value: 10,
      preemptionPolicy: 'Never',
    });
  });
});
