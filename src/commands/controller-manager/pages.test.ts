import { describe, expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { parseFlags } from './flags.ts';
import { type PageSources, pagesOf } from './pages.ts';
import type { Page } from './serving.ts';

const plain = (text: string): Page => ({ contentType: 'text/plain', text });

async function page(path: string, flags: string[] = [], more: Partial<PageSources> = {}): Promise<string> {
  const pages = pagesOf({
    flags: parseFlags(flags),
    dialect: dialects[1]!,
    metrics: async () => plain('# HELP'),
    problem: () => undefined,
    debugPage: (controller, name) =>
      controller === 'garbagecollector' && name === 'graph'
        ? (query) => plain(`graph of ${query.getAll('uid').join()}`)
        : undefined,
    ...more,
  });
  const [pathname = '', query = ''] = path.split('?');
  const found = pages.get(pathname);
  return found === undefined ? 'none' : (await found(new URLSearchParams(query))).text;
}

it.each([
  ['/healthz', 'ok'],
  ['/readyz', 'ok'],
  ['/metrics', '# HELP'],
  ['/debug/controllers/garbagecollector/graph?uid=a&uid=b', 'graph of a,b'],
  ['/debug/controllers/garbagecollector/other', 'none'],
  ['/debug/controllers/namespace/graph', 'none'],
  ['/debug/controllers/garbagecollector/graph/x', 'none'],
  ['/debug/controllers', 'none'],
  ['/', 'none'],
])('%s is %s', async (path, text) => {
  expect(await page(path)).toBe(text);
});

it('health tells why the manager is not healthy', async () => {
  const problem = () => 'failed election';
  await expect(page('/livez', [], { problem })).rejects.toThrow('failed election');
});

describe('/configz', () => {
  it('has what the flags say, and the defaults of the others', async () => {
    const flags = ['--leader-elect-lease-duration=1m', '--controllers=*,-ttl', '--kube-api-qps=7.5'];
    const { 'kubecontrollermanager.config.k8s.io': config, ...rest } = JSON.parse(
      await page('/configz', [
        ...flags,
        '--kubeconfig=/etc/manager.conf',
        '--cluster-signing-kubelet-client-cert-file=/c',
        '--cluster-signing-kubelet-client-key-file=/k',
      ]),
    );
    expect(rest).toEqual({});
    expect(config.Generic).toEqual({
      Port: 10257,
      Address: '0.0.0.0',
      Controllers: ['*', '-ttl'],
      ClientConnection: { Kubeconfig: '/etc/manager.conf', QPS: 7.5, Burst: 30 },
      LeaderElection: {
        LeaderElect: true,
        LeaseDuration: '1m0s',
        RenewDeadline: '10s',
        RetryPeriod: '2s',
        ResourceLock: 'leases',
        ResourceName: 'kube-controller-manager',
        ResourceNamespace: 'kube-system',
      },
    });
    expect(config).toMatchObject({
      KubeCloudShared: { UseServiceAccountCredentials: false },
      CSRSigningController: {
        ClusterSigningCertFile: '',
        ClusterSigningDuration: '8760h0m0s',
        KubeletClientSignerConfiguration: { CertFile: '/c', KeyFile: '/k' },
        KubeAPIServerClientSignerConfiguration: { CertFile: '', KeyFile: '' },
      },
      GarbageCollectorController: { EnableGarbageCollector: true, ConcurrentGCSyncs: 20 },
      NamespaceController: { NamespaceSyncPeriod: '5m0s', ConcurrentNamespaceSyncs: 10 },
      PodGCController: { TerminatedPodGCThreshold: 12_500 },
      ResourceQuotaController: { ResourceQuotaSyncPeriod: '5m0s', ConcurrentResourceQuotaSyncs: 5 },
      SAController: { ConcurrentSATokenSyncs: 5, RootCAFile: '' },
      TTLAfterFinishedController: { ConcurrentTTLSyncs: 5 },
    });
  });

  it('/configz speaks the words of the dialect', async () => {
    const text = await page('/configz', [], { dialect: dialects[0]! });
    const [group, config] = Object.entries<any>(JSON.parse(text))[0]!;
    expect(group).toBe('orchcontrollermanager.config.orch.io');
    expect(config.OrchCloudShared).toEqual({ UseServiceAccountCredentials: false });
    expect(config.Generic.LeaderElection.ResourceNamespace).toBe('orch-system');
  });
});
