import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const template = (name: string, image: string) => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }] }] },
});
const workload = (kind: string, name: string, spec = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, labels: { app: name } },
  spec: { selector: { matchLabels: { app: name } }, template: template(name, 'web:2'), ...spec },
});
const apps = '/apis/apps/v1/namespaces/default';
const core = '/api/v1/namespaces/default';

/** A Deployment and its ReplicaSets, as the controller would have made them: revision 1 ran web:1. */
async function deployed(server: TestServer, name: string, label: string): Promise<void> {
  const { body } = await server.client.post(`${apps}/deployments`, workload('Deployment', name));
  const { uid } = body.metadata;
  for (const revision of [1, 2]) {
    const hash = { 'pod-template-hash': `h${revision}` };
    const pods = template(name, `web:${revision}`);
    const labels = { ...pods.metadata.labels, ...hash };
    await server.client.post(`${apps}/replicasets`, {
      metadata: {
        name: `${name}-${revision}`,
        labels,
        annotations: {
          [`deployment.${label}/revision`]: `${revision}`,
          [`${label}/change-cause`]: revision === 1 ? 'first' : '',
        },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }],
      },
      spec: { selector: { matchLabels: labels }, template: { ...pods, metadata: { labels } } },
    });
  }
}

/** A StatefulSet and its ControllerRevisions. */
async function revised(server: TestServer, name: string): Promise<void> {
  const spec = { serviceName: name };
  const { body } = await server.client.post(`${apps}/statefulsets`, workload('StatefulSet', name, spec));
  const { uid } = body.metadata;
  for (const revision of [1, 2]) {
    await server.client.post(`${apps}/controllerrevisions`, {
      metadata: {
        name: `${name}-${revision}`,
        labels: { app: name },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name, uid, controller: true }],
      },
      revision,
      data: { spec: { template: { ...template(name, `web:${revision}`), $patch: 'replace' } } },
    });
  }
}

describe.each(['orch', 'kubernetes'] as const)('in the dialect %s orchctl', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  const label = dialect === 'orch' ? 'orch.io' : 'kubernetes.io';
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
    await deployed(server, 'web', label);
  });
  afterAll(() => server?.remove());
  const web = async () => (await server.client.get(`${apps}/deployments/web`)).body;

  it('rollout pauses, resumes and restarts', async () => {
    expect(await orchctl.ask('rollout', 'pause', 'deploy/web')).toBe('deployment.apps/web paused\n');
    expect(await orchctl.complaint('rollout', 'restart', 'deploy/web')).toContain(
      "can't restart paused deployment",
    );
    expect(await orchctl.ask('rollout', 'resume', 'deploy/web')).toBe('deployment.apps/web resumed\n');
    expect(await orchctl.ask('rollout', 'restart', 'deploy', 'web')).toBe('deployment.apps/web restarted\n');
    const client = dialect === 'orch' ? 'orchctl' : 'kubectl';
    expect((await web()).spec.template.metadata.annotations[`${client}.${label}/restartedAt`]).toMatch(
      /^\d{4}-.*Z$/,
    );
  });

  it('rollout knows former states, and brings one back', async () => {
    expect(await orchctl.ask('rollout', 'history', 'deploy/web')).toBe(
      'deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         first\n2         <none>\n\n',
    );
    expect(await orchctl.ask('rollout', 'history', 'deploy/web', '--revision=1')).toContain('Image:\tweb:1');
    expect(await orchctl.complaint('rollout', 'undo', 'deploy/web', '--to-revision=9')).toBe(
      'error: unable to find specified revision 9 in history\n',
    );
    expect(await orchctl.ask('rollout', 'undo', 'deploy/web')).toBe('deployment.apps/web rolled back\n');
    expect((await web()).spec.template.spec.containers[0].image).toBe('web:1');
    expect((await web()).spec.template.metadata.labels).toEqual({ app: 'web' });
    expect(await orchctl.ask('rollout', 'undo', 'deploy/web', '--to-revision=1')).toContain(
      'skipped rollback',
    );
  });

  it('rollout brings back what a ControllerRevision keeps', async () => {
    const { body } = await server.client.post(`${apps}/daemonsets`, workload('DaemonSet', 'agent'));
    for (const revision of [1, 2]) {
      await server.client.post(`${apps}/controllerrevisions`, {
        metadata: {
          name: `agent-${revision}`,
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              kind: 'DaemonSet',
              name: 'agent',
              uid: body.metadata.uid,
              controller: true,
            },
          ],
        },
        revision,
        data: { spec: { template: { ...template('agent', `web:${revision}`), $patch: 'replace' } } },
      });
    }
    expect(await orchctl.ask('rollout', 'undo', 'ds/agent')).toBe('daemonset.apps/agent rolled back\n');
    const { spec } = (await server.client.get(`${apps}/daemonsets/agent`)).body;
    expect(spec.template.spec.containers[0].image).toBe('web:1');
  });

  it('rollout status waits until it is done', async () => {
    expect(await orchctl.complaint('rollout', 'status', 'deploy/web', '--timeout=300ms')).toBe(
      'error: timed out waiting for the condition\n',
    );
    const waiting = orchctl.run(['rollout', 'status', 'deploy/web']);
    const current = await web();
    const { generation } = current.metadata;
    const counts = { observedGeneration: generation, replicas: 1, updatedReplicas: 1 };
    const progress = await server.client.put(`${apps}/deployments/web/status`, {
      ...current,
      status: counts,
    });
    await server.client.put(`${apps}/deployments/web/status`, {
      ...progress.body,
      status: { ...counts, readyReplicas: 1, availableReplicas: 1 },
    });
    const { stdout, code } = await waiting;
    expect(code).toBe(0);
    expect(stdout).toMatch(/deployment "web" successfully rolled out\n$/);
  });

  it('set changes images, variables, resources and accounts', async () => {
    expect(await orchctl.ask('set', 'image', 'deploy/web', 'web=web:3')).toBe(
      'deployment.apps/web image updated\n',
    );
    expect(await orchctl.ask('set', 'image', 'deploy/web', '*=web:3')).toBe('');
    expect(await orchctl.complaint('set', 'image', 'deploy/web', 'x=y')).toBe(
      'error: unable to find container named "x"\n',
    );
    await orchctl.ask('set', 'env', 'deploy/web', 'A=1', 'B=2');
    await orchctl.ask('set', 'env', 'deploy/web', 'A=3', 'B-');
    expect(await orchctl.ask('set', 'env', 'deploy/web', '--list')).toBe(
      '# Deployment web, container web\nA=3\n',
    );
    await orchctl.ask('set', 'resources', 'deploy/web', '--limits=cpu=1', '--requests=memory=1Gi');
    await orchctl.ask('set', 'serviceaccount', 'deploy', 'web', 'robot');
    const { spec } = (await web()).spec.template;
    expect(spec.containers[0]).toMatchObject({
      image: 'web:3',
      env: [{ name: 'A', value: '3' }],
      ports: [{ containerPort: 80 }],
      resources: { limits: { cpu: '1' }, requests: { memory: '1Gi' } },
    });
    expect(spec.serviceAccountName).toBe('robot');
  });

  it('run, expose and autoscale make objects around pods', async () => {
    expect(
      await orchctl.ask('run', 'once', '--image=x', '--env=A=b', '--port=80', '--expose', '--', 'a', 'b'),
    ).toBe('pod/once created\nservice/once created\n');
    expect((await server.client.get(`${core}/pods/once`)).body.spec.containers[0]).toMatchObject({
      args: ['a', 'b'],
      env: [{ name: 'A', value: 'b' }],
    });
    expect(await orchctl.ask('expose', 'deploy', 'web', '--target-port=8080')).toBe('service/web exposed\n');
    expect((await server.client.get(`${core}/services/web`)).body.spec).toMatchObject({
      ports: [{ port: 80, targetPort: 8080 }],
      selector: { app: 'web' },
    });
    expect(await orchctl.ask('set', 'selector', 'svc', 'web', 'color=green')).toBe(
      'service/web selector updated\n',
    );
    expect((await server.client.get(`${core}/services/web`)).body.spec.selector).toEqual({ color: 'green' });
    expect(await orchctl.ask('autoscale', 'deploy', 'web', '--max=3')).toBe(
      'horizontalpodautoscaler.autoscaling/web autoscaled\n',
    );
    expect(await orchctl.complaint('autoscale', 'svc', 'web', '--max=3')).toContain(
      'cannot autoscale a Service',
    );
  });

  it('taint, cordon, drain and uncordon are about nodes', async () => {
    await server.client.post('/api/v1/nodes', { metadata: { name: 'n1' } });
    expect(await orchctl.ask('taint', 'node', 'n1', 'a=b:NoSchedule')).toBe('node/n1 tainted\n');
    expect(await orchctl.complaint('taint', 'node', 'n1', 'a=c:NoSchedule')).toContain(
      '--overwrite is false',
    );
    expect(await orchctl.ask('taint', 'node', 'n1', 'a-')).toBe('node/n1 untainted\n');
    for (const name of ['p1', 'p2']) {
      const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'x', uid: 'x', controller: true };
      await server.client.post(`${core}/pods`, {
        metadata: { name, ...(name === 'p1' ? {} : { ownerReferences: [owner] }) },
        spec: { nodeName: 'n1', terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'x' }] },
      });
    }
    const refused = await orchctl.run(['drain', 'n1']);
    expect(refused).toMatchObject({ code: 1, stdout: 'node/n1 cordoned\n' });
    expect(refused.stderr).toContain(
      'cannot delete Pods that declare no controller (use --force to override): default/p1',
    );
    const drained = await orchctl.run(['drain', 'n1', '--force']);
    expect(drained).toMatchObject({
      code: 0,
      stderr: 'Warning: deleting Pods that declare no controller: default/p1\n',
    });
    expect(drained.stdout.split('\n').sort()).toEqual([
      '',
      'evicting pod default/p1',
      'evicting pod default/p2',
      'node/n1 already cordoned',
      'node/n1 drained',
      'pod/p1 evicted',
      'pod/p2 evicted',
    ]);
    expect(await orchctl.ask('uncordon', 'n1')).toBe('node/n1 uncordoned\n');
    expect((await server.client.get('/api/v1/nodes/n1')).body.spec.unschedulable).toBeUndefined();
  });
});

/** What both print, and how both end. */
const commands = [
  'set image deploy/web web=web:5',
  'set image deploy/web x=web:5',
  'set env deploy/web A=b',
  'set env deploy/web --list',
  'set resources deploy/web --limits=cpu=1',
  'set serviceaccount deploy web robot',
  'rollout history deploy/web',
  'rollout history deploy/web --revision=7',
  'rollout history sts/db',
  'rollout history deploy/web -o wide',
  'rollout pause deploy/web',
  'rollout pause deploy/web',
  'rollout resume deploy/web',
  'rollout resume deploy/web',
  'rollout restart deploy/web',
  'rollout restart cm/kube-root-ca.crt',
  'rollout undo deploy/web',
  'rollout undo deploy/web --to-revision=7',
  'rollout status deploy/web --timeout=300ms',
  'rollout status deploy/nope',
  'run once --image=x -o name',
  'run once --image=x',
  'expose deploy web --port=80',
  'expose deploy web --port=80',
  'autoscale deploy web --max=2 -o name',
  'autoscale deploy web --max=0',
  'taint node n1 a=b:NoSchedule',
  'taint node n1 x-',
  'taint node n1 a-',
  'cordon n1',
  'cordon n1',
  'drain n1',
  'uncordon n1',
  'cordon nope',
];

const history = (words: string): string => `rollout history ${words}`;

/** Here 1.20 adds where its help is, or does something else. */
const newer = [
  // What is there already is left, and said so.
  'rollout undo sts/db --to-revision=2',
  ...['run once --image=x', 'expose pod once'],
  // It prints node selectors and tolerations, and revisions in the format of -o.
  ...['deploy/web --revision=1', 'deploy/web --revision=2', 'deploy,sts --revision=2'].map(history),
  ...[
    'deploy/web -o jsonpath={.metadata.labels}',
    'deploy/web --revision=1 -o name',
    'deploy/web sts/db -o name',
  ].map(history),
  ...[
    'sts/db -o jsonpath={.spec.template.spec.containers[*].image}',
    'deploy/web -o jsonpath={.metadata.name}',
  ].map(history),
];

describe.each(kubectls())('beside $title orchctl', ({ title, path }) => {
  let server: TestServer;
  beforeAll(async () => {
    if (path !== undefined) server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  it.skipIf(path === undefined)('prints the same for workloads and nodes', async () => {
    const seen = [];
    await server.client.post('/api/v1/nodes', { metadata: { name: 'n1' } });
    await revised(server, 'db');
    for (const client of [new CommandLineHere(server), CommandLine.kubectl(server, path!)]) {
      await deployed(server, 'web', 'kubernetes.io');
      const printed = [];
      for (const command of title.includes('1.20') ? commands : [...commands, ...newer])
        printed.push([command, await client.run(command.split(' '))]);
      const made = ['deployments/web', 'replicasets/web-1', 'replicasets/web-2'].map(
        (name) => `${apps}/${name}`,
      );
      const autoscaler = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/web';
      for (const one of [...made, `${core}/services/web`, `${core}/pods/once`, autoscaler]) {
        await server.client.delete(one, { gracePeriodSeconds: 0 });
      }
      seen.push(printed);
    }
    expect(seen[0], title).toEqual(seen[1]);
  });
});
