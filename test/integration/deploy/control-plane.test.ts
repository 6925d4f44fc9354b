import { execFile } from 'node:child_process';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ControlPlane } from '../../support/deploy/control-plane.ts';
import { haproxyMissing, haproxyPath } from '../../support/haproxy.ts';
import { kubectlMissing, kubectlPath } from '../../support/kubectl.ts';

const missing = haproxyMissing || kubectlMissing;

describe.skipIf(haproxyPath === undefined || kubectlPath === undefined)(`the control plane${missing}`, () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await ControlPlane.prepare();
    await plane.start();
  }, 120_000);
  afterAll(() => plane?.remove());

  const kubectl = (...words: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const all = ['--kubeconfig', plane.kubeconfig, '--request-timeout=20s', ...words];
      execFile(kubectlPath!, all, { env: { HOME: plane.places.directory } }, (error, out, complaint) =>
        error === null ? resolve(out) : reject(new Error(complaint)),
      );
    });
  const object = async (path: string) => JSON.parse((await plane.get(path)).text);
  const leader = async (): Promise<string> =>
    (await object('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager')).spec
      .holderIdentity;

  /** While the other members elect a leader the outcome of a write can be unknown: its client asks again. */
  const createdAtLast = (name: string): Promise<boolean> =>
    kubectl('create', 'configmap', name).then(
      (said) => said.includes('created'),
      ({ message }: Error) => message.includes('already exists'),
    );

  it('is used with the kubeconfig that the script made, through the load balancer', async () => {
    expect(await kubectl('create', 'configmap', 'settings', '--from-literal=a=1')).toBe(
      'configmap/settings created\n',
    );
    // The controllers are at work: a new namespace gets its account and the authority.
    await kubectl('create', 'namespace', 'team');
    await plane.until(
      async () => (await plane.get('/api/v1/namespaces/team/serviceaccounts/default')).status === 200,
    );
    await plane.until(
      async () => (await plane.get('/api/v1/namespaces/team/configmaps/kube-root-ca.crt')).status === 200,
    );
  });

  it('names all servers in the endpoints of its own Service', async () => {
    const addresses = ['192.0.2.11', '192.0.2.12', '192.0.2.13'];
    await plane.until(async () => {
      const { subsets } = await object('/api/v1/namespaces/default/endpoints/kubernetes');
      return `${subsets[0].addresses.map(({ ip }: any) => ip).sort()}` === `${addresses}`;
    });
  });

  it('answers the probes of the manifests, and those who have no certificate', async () => {
    const anonymous = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const { places } = plane;
        const where = { host: places.address(0), port: places.port(6443), path, agent: false as const };
        request({ ...where, rejectUnauthorized: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        })
          .once('error', reject)
          .end();
      });
    expect(await anonymous('/livez?exclude=etcd')).toBe(200);
    expect(await anonymous('/readyz')).toBe(200);
    expect(await anonymous('/api/v1/secrets')).toBe(403);
  });

  it('stops a server without a request that fails, as the load balancer looks at readyz', async () => {
    let isStopped = false;
    const stopped = plane
      .process(1, 'kube-apiserver')
      .stop('SIGTERM')
      .then((code) => {
        isStopped = true;
        return code;
      });
    const answers = new Map<number, number>();
    const ask = async (): Promise<void> => {
      while (!isStopped) {
        const { status } = await plane.get('/api/v1/namespaces/default/configmaps/settings');
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    await Promise.all([ask(), ask(), ask()]);
    expect(await stopped).toBe(0);
    expect([...answers.keys()]).toEqual([200]);
    plane.startOne(1, 'kube-apiserver');
    await plane.serverIsReady(1);
  }, 90_000);

  it('works on when a member of etcd is killed, and when the leader of the controllers is', async () => {
    await plane.process(2, 'etcd').stop();
    await plane.until(() => createdAtLast('without-a-member'));
    plane.startOne(2, 'etcd');

    const old = await leader();
    const leads = async (node: number): Promise<boolean> => {
      const { text } = await plane.get('/metrics', node, 10257);
      return /^leader_election_master_status\{.*\} 1$/m.test(text);
    };
    const leading = await Promise.all([1, 2, 3].map(leads));
    expect(leading.filter(Boolean)).toHaveLength(1);
    const node = leading.indexOf(true) + 1;
    await plane.process(node, 'kube-controller-manager').stop();
    await plane.until(async () => (await leader()) !== old);
    plane.startOne(node, 'kube-controller-manager');
  }, 90_000);
});
