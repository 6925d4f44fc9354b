import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import type { ControllerDependencies } from '../../../src/controllers/controller.ts';
import type { CertificateRequest } from '../../../src/controllers/shared/certificate-requests/requests.ts';
import { FlagValues } from '../../../src/util/flags.ts';
import { systemRandom } from '../../../src/util/random.ts';
import { base64, requestPem } from './certificate-requests.ts';
import { clientOf, type FakeServer } from './fake-wire.ts';
import { MemoryObjects } from './memory-objects.ts';

export const now = Date.parse('2024-01-01T12:00:00Z');

/** What a controller of certificate requests is given, and what it did with it. */
export function certificateBench(
  server: FakeServer = ({ body }) => body ?? {},
  dialect: 'kubernetes' | 'orch' = 'kubernetes',
) {
  const { client, wire } = clientOf(server);
  const logged: string[] = [];
  const objects = new MemoryObjects();
  const parts: ControllerDependencies = {
    client,
    objects,
    metadata: objects,
    dialect: dialects.find(({ name }) => name === dialect)!,
    gates: new FeatureGates('1.23'),
    clock: { now: () => now },
    random: systemRandom,
    flags: new FlagValues([], {}),
    log: {
      info: (message) => void logged.push(`info ${message}`),
      warn: (message) => void logged.push(`warn ${message}`),
    },
  };
  const requests = objects.lister<CertificateRequest>({ resource: 'certificatesigningrequests' });
  return { parts, calls: wire.calls, logged, requests };
}

const pem = base64(await requestPem({ commonName: 'system:node:a', organizations: ['system:nodes'] }));

/** A request of a node for its client certificate. */
export const nodeRequest = (
  spec: Partial<CertificateRequest['spec']> = {},
  status: object = {},
): CertificateRequest => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'a', uid: 'u', resourceVersion: '7', creationTimestamp: '2024-01-01T11:59:00Z' },
  spec: {
    request: pem,
    signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
    usages: ['client auth', 'digital signature', 'key encipherment'],
    username: 'system:node:a',
    uid: '1',
    groups: ['system:nodes'],
    extra: { k: ['v'] },
    ...spec,
  },
  status: status as CertificateRequest['status'],
});

export const condition = (type: string, change: object = {}) => ({
  type,
  status: 'True',
  lastUpdateTime: null,
  lastTransitionTime: null,
  ...change,
});
