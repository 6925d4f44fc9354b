import { defineConfig } from 'vitest/config';

/**
 * `make test-slow`: files that take half a minute or more and seldom fail alone, as faster tests look at the same code.
 * Everybody who changes their subject runs them, and so does a release.
 */
const slow = {
  integration: [
    'test/integration/{allocation,allocation-releases,bad-agents,check-store,client-libraries,encryption,encryption-kms,flags-cluster}.test.ts',
    'test/integration/{debug-pages,files-followed,http-proxy,kubectl-first-minute,kubectl-minors,kubectl-newest}.test.ts',
    'test/integration/{kubectl-releases,library-agent,log,manager-pages,managers-beside,migration,older-releases}.test.ts',
    'test/integration/{one-body,peers,snapshot,start-order,start-stop,tracing,unplaced,unreadable,workers}.test.ts',
    'test/integration/access/{abac,access-reviews-kubectl,audit-backends,external-signer,oidc,rbac-policy}.test.ts',
    'test/integration/{flags-serving,package,floods,ingress-versions,kubectl-schema,served,shared-store}.test.ts',
    'test/integration/{restored-store,stop-order,stored-forms,verified-objects}.test.ts',
    'test/integration/access/access-specification-authentication.test.ts',
    'test/integration/access/{service-account-tokens-replicas,webhook-authorization,webhook-token}.test.ts',
    'test/integration/admission/{configuration,event-rate-limit,image-policy-webhook,placement,pod-security}.test.ts',
    'test/integration/admission/{namespace-life,resource-quota,webhooks}-replicas.test.ts',
    'test/integration/admission/webhooks-{clients,failures}.test.ts',
    'test/integration/controllers/{certificate-states,certificates,extension-dependents,garbage-collector}.test.ts',
    'test/integration/controllers/{jobs-roles-nodes,later-controllers,namespace,protection,replicas}.test.ts',
    'test/integration/controllers/{resource-quota,token-states,unreadable-objects,unreadable-objects-beside}.test.ts',
    'test/integration/orchctl/{access,apply,changes,check,completion-shells,config,control-characters,convert}.test.ts',
    'test/integration/orchctl/{create,delete,edit,errors,explain-and-wait,first-hour,local-tools,pod-connections}.test.ts',
    'test/integration/orchctl/{flags-of-kubectl,get-beside-kubectl,mistakes-beside-kubectl,record-and-local,streams}.test.ts',
    'test/integration/orchctl/{terminal,top,tree-history,warnings,why,workloads}.test.ts',
    'test/integration/orchctl/describe-{beside-kubectl,old-server}.test.ts',
    'test/integration/orchctl/{dashboard,dashboard-kube-apiserver,dashboard-load,dashboard-places,dashboard-security}.test.ts',
    'test/contract/{kv-encrypted,kv-etcd-cluster,kv-etcd-connection}.test.ts',
  ],
  faults: [
    'test/integration/cluster.test.ts',
    'test/integration/faults/{cluster,etcd-versions,informers-killed,wide-objects}.test.ts',
  ],
  properties: ['test/properties/{every-kind,go-yaml,release-views,stored-forms}.test.ts'],
};

/** What objects must be like does not depend on the store: these ask each kind for a hundred mistakes, on one of them. */
const onOneStore = ['test/api/invalid/every-kind.test.ts'];

/** `expect.poll` waits for what happens, however busy the machine is: a second is a limit that a slow moment breaks. */
const patient = { expect: { poll: { timeout: 20_000, interval: 10 } } };

/** Tests that start servers of their own, and wait for them more than they work: four files at a time on two cores. */
function withServers(
  name: string,
  include: string[],
  more: { exclude?: string[]; env?: Record<string, string> } = {},
) {
  return {
    test: { ...patient, name, include, ...more, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 4 },
  };
}

/** One file at a time: what is measured in them is not to be what others do meanwhile. */
function alone(name: string, include: string[], exclude: string[] = []) {
  const { test } = withServers(name, include, { exclude });
  // A file of attacks makes up to a dozen, one after the other.
  const testTimeout = test.testTimeout + 12_000 * Number(process.env['ATTACK_SECONDS'] ?? 0);
  return { test: { ...test, testTimeout, fileParallelism: false } };
}

export default defineConfig({
  test: {
    projects: [
      // Files share what they import: most of the time would go into loading it anew for each.
      {
        test: {
          ...patient,
          name: 'unit',
          include: [
            ...['src/**/*.test.ts', 'hack/**/*.test.ts', 'test/fuzz/{cases,engine/*}.test.ts'],
            'test/failover/checker.test.ts',
            'test/survive/*.test.ts',
            'test/scale/latencies.test.ts',
            'test/bench/statistics.test.ts',
          ],
          testTimeout: 30_000,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...patient,
          name: 'properties',
          include: ['test/properties/**/*.test.ts', 'test/fuzz/short-run.test.ts'],
          exclude: slow.properties,
          testTimeout: 60_000,
        },
      },
      withServers(
        'integration',
        [
          'test/integration/*.test.ts',
          'test/integration/{access,admission,client,controllers,orchctl}/*.test.ts',
          'test/contract/*.test.ts',
        ],
        { exclude: [...slow.integration, ...slow.faults] },
      ),
      withServers('slow', [...slow.integration, ...slow.properties]),
      alone('slow-faults', slow.faults),
      // `make deploy-test`: control planes of three nodes from the files of deploy/, and Prometheus beside them.
      alone('deploy', ['test/integration/deploy/*.test.ts']),
      alone('faults', ['test/integration/faults/*.test.ts'], slow.faults),
      // `make attacks` runs those that take long as well.
      alone('attacks', ['test/attacks/*.test.ts']),
      alone('attacks-long', ['test/attacks/long/*.test.ts']),
      // `make manifests`: two minutes, and they fail where a test of a kind fails as well.
      withServers('manifests', ['test/manifests/*.test.ts']),
      // `make recorded`: where recorded answers of another server are at hand.
      withServers('recorded', ['test/recorded/*.test.ts']),
      // What the API does must not depend on the store.
      withServers('api-embedded', ['test/api/**/*.test.ts'], { env: { STORE: 'embedded' } }),
      withServers('api-etcd', ['test/api/**/*.test.ts'], { env: { STORE: 'etcd' }, exclude: onOneStore }),
    ],
  },
});
