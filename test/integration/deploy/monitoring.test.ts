import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ControlPlane } from '../../support/deploy/control-plane.ts';
import { dashboards, metricsIn, panelsOf, ruleFiles, rulesOf } from '../../support/deploy/expressions.ts';
import { Monitoring } from '../../support/deploy/monitoring.ts';
import { deployFolder } from '../../support/deploy/places.ts';
import { recentPrometheus } from '../../support/deploy/prometheus.ts';
import { haproxyMissing, haproxyPath } from '../../support/haproxy.ts';
import { kubectlMissing, kubectlPath } from '../../support/kubectl.ts';

const missing = haproxyMissing || kubectlMissing;
const canRun = [recentPrometheus.path, haproxyPath, kubectlPath].every((path) => path !== undefined);

/** A server of another API that is not there. */
const brokenService = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: 'v1.things.example' },
  spec: {
    group: 'things.example',
    version: 'v1',
    groupPriorityMinimum: 1,
    versionPriority: 1,
    service: { namespace: 'default', name: 'things' },
    insecureSkipTLSVerify: true,
  },
};

describe.skipIf(!canRun)(`${recentPrometheus.title} beside the control plane${missing}`, () => {
  let plane: ControlPlane;
  let monitoring: Monitoring;
  let token = '';

  const kubectl = (words: string[], input?: string): string =>
    execFileSync(kubectlPath!, ['--kubeconfig', plane.kubeconfig, ...words], {
      env: { HOME: plane.places.directory },
      encoding: 'utf8',
      ...(input !== undefined && { input }),
    });
  const fires = (alert: string) => plane.until(async () => (await monitoring.firing()).includes(alert));

  beforeAll(async () => {
    plane = await ControlPlane.prepare();
    await plane.start();
    kubectl(['apply', '-f', join(deployFolder, 'prometheus/access.yaml')]);
    await plane.until(async () => {
      const secret = await plane.get('/api/v1/namespaces/monitoring/secrets/prometheus');
      token = Buffer.from(JSON.parse(secret.text).data?.token ?? '', 'base64').toString();
      return token !== '';
    });
    monitoring = new Monitoring(plane);
    await monitoring.start(token);
  }, 120_000);
  afterAll(async () => {
    await monitoring?.stop();
    await plane?.remove();
  });

  it('scrapes all there is, with the token and the certificates that the guide says', async () => {
    await plane.until(async () => {
      const targets = await monitoring.targets();
      return targets.length === 13 && targets.every(({ health }) => health === 'up');
    });
    const jobs = (await monitoring.targets()).map(({ job }) => job);
    expect(new Set(jobs)).toEqual(
      new Set(['apiserver', 'etcd', 'haproxy', 'kube-controller-manager', 'node']),
    );
  });

  it('finds the API servers by service discovery, as the account may', async () => {
    const discovering = new Monitoring(plane, 'discovered.yml');
    try {
      await discovering.start(token);
      // What the servers publish as their endpoints is where nodes would be, and not here: found, but not reached.
      await plane.until(async () => (await discovering.targets()).length === 3);
      expect((await discovering.targets()).map(({ job }) => job)).toEqual(Array(3).fill('apiserver'));
      expect(discovering.output).not.toMatch(/forbidden/i);
    } finally {
      await discovering.stop();
    }
  });

  it('fires no alert while all is well', async () => {
    // Controllers have something to do between two scrapes.
    kubectl(['create', 'namespace', 'busy']);
    // A first evaluation of everything: the series that rules record are there.
    await plane.until(async () => (await monitoring.query('apiserver_request:burnrate3d')).length === 2);
    expect(await monitoring.firing()).toEqual([]);
    expect(await monitoring.faultyRules()).toEqual([]);
  });

  it('knows every series that an expression names', async () => {
    const rules = ruleFiles.flatMap(rulesOf).map(({ expr }) => expr);
    const panels = dashboards.flatMap(panelsOf).flatMap(({ expressions }) => expressions);
    const named = new Set([...rules, ...panels].flatMap(metricsIn));
    expect(named.size).toBeGreaterThan(40);
    const families = await monitoring.families();
    // Series of releases before 1.30, beside those that came in their place.
    const earlier = ['apiserver_flowcontrol_request_concurrency_limit'];
    const known = (name: string): boolean =>
      name === 'up' ||
      earlier.includes(name) ||
      families.has(name) ||
      families.has(name.replace(/_(bucket|count|sum)$/, ''));
    expect([...named].filter((name) => !known(name))).toEqual([]);
  });

  it.each(rulesOf('recording-rules.yml').map(({ record, labels }) => [record!, labels?.['verb'] ?? '']))(
    'has data of %s %s',
    async (record, verb) => {
      await plane.until(async () => (await monitoring.query(`${record}{verb=~"${verb}.*"}`)).length > 0);
    },
  );

  it.each(
    dashboards.flatMap((dashboard) =>
      panelsOf(dashboard).flatMap(({ title, expressions }) =>
        expressions.map((expression) => [dashboard, title, expression] as const),
      ),
    ),
  )('has data for the dashboard %s, panel %s: %s', async (_dashboard, _title, expression) => {
    await plane.until(async () => (await monitoring.query(expression)).length > 0, 20);
  });

  it('fires when a server of another API is not there', async () => {
    kubectl(['create', '-f', '-'], JSON.stringify(brokenService));
    await fires('KubeAggregatedAPIDown');
    kubectl(['delete', 'apiservice', 'v1.things.example']);
  });

  it('fires when certificates are near their end', async () => {
    const { certificates } = monitoring;
    const soon = Math.floor(Date.now() / 1000) + 6 * 86_400;
    monitoring.certificates = certificates.replace(/(apiserver\.crt"\}) \d+/, `$1 ${soon}`);
    await fires('CertificateExpiresSoon');
    await fires('CertificateExpiresNow');
    monitoring.certificates = '';
    await fires('CertificatesNotReported');
    monitoring.certificates = certificates;
  });

  it('fires when an API server is gone', async () => {
    await plane.process(3, 'kube-apiserver').stop();
    await fires('KubeAPIInstanceUnreachable');
    await fires('LoadBalancerServerDown');
  });

  it('fires when a member of etcd is gone, and when the quorum is', async () => {
    await plane.process(1, 'etcd').stop();
    await fires('EtcdMemberDown');
    expect(await monitoring.firing()).not.toContain('EtcdInsufficientMembers');
    await plane.process(2, 'etcd').stop();
    await fires('EtcdInsufficientMembers');
    await fires('EtcdNoLeader');
    // The servers are there all the same, and can still be scraped.
    expect(await monitoring.firing()).not.toContain('KubeAPIDown');
  });

  it('fires when the error budget burns: health, which the load balancer reads, is not good', async () => {
    await fires('KubeAPIErrorBudgetBurn');
  });
});
