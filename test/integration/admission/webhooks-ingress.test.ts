import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverWith } from '../../support/admission.ts';
import { TestWebhooks } from '../../support/admission-webhooks.ts';
import { Kubectl, kubectlMissing, kubectlPath } from '../../support/kubectl.ts';
import type { TestServer } from '../../support/server.ts';

/** A real manifest of a real project. It lies beside the product where that is developed, not where it is used. */
const manifest = new URL(
  '../../../../shared/manifests/ingress-nginx/deploy/static/provider/baremetal/deploy.yaml',
  import.meta.url,
).pathname;
const isAtHand = existsSync(manifest);
const missing = isAtHand ? kubectlMissing : ' (skipped where the manifest is not at hand)';

const namespace = 'ingress-nginx';
const service = 'ingress-nginx-controller-admission';
const path = '/networking/v1/ingresses';

describe.runIf(isAtHand && kubectlPath !== undefined)(`ingress-nginx, through kubectl${missing}`, () => {
  let hooks: TestWebhooks;
  let server: TestServer;
  let kubectl: Kubectl;
  beforeAll(async () => {
    const names = { dnsNames: [`${service}.${namespace}.svc`], addresses: [] };
    hooks = await TestWebhooks.start({ names, host: '0.0.0.0' });
    server = await serverWith({ flags: ['--service-cluster-ip-range=127.1.0.0/24'] });
    kubectl = new Kubectl(server);
    await kubectl.ask('apply', '-f', manifest);
  });
  afterAll(async () => {
    await server?.remove();
    await hooks?.close();
  });

  const patch = (value: unknown, at: string, op = 'replace') => ({ op, path: at, value });
  const ingress = (name: string, host: string) => {
    const backend = { service: { name: 'web', port: { number: 80 } } };
    const paths = [{ path: '/', pathType: 'Prefix', backend }];
    return kubectl.file(`${name}.json`, {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name },
      spec: { ingressClassName: 'nginx', rules: [{ host, http: { paths } }] },
    });
  };

  it('refuses every Ingress as long as its webhook is not there', async () => {
    const complaint = await kubectl.complaint('apply', '-f', ingress('early', 'a.example.com'));
    expect(complaint).toMatch(
      /^Error from server \(InternalError\): error when creating "[^"]+": Internal error occurred: failed calling webhook "validate\.nginx\.ingress\.kubernetes\.io": failed to call webhook: Post "https:\/\/ingress-nginx-controller-admission\.ingress-nginx\.svc:443\/networking\/v1\/ingresses\?timeout=10s": /,
    );
  });

  it('denies one Ingress and admits another once it is', async () => {
    const { port } = hooks.server;
    const change = (...words: string[]) => kubectl.ask('patch', '--type=json', ...words);
    await change(
      '-n',
      namespace,
      'service',
      service,
      '-p',
      JSON.stringify([patch(port, '/spec/ports/0/port')]),
    );
    const config = '/webhooks/0/clientConfig';
    const toHere = [
      patch(port, `${config}/service/port`),
      patch(hooks.caBundle, `${config}/caBundle`, 'add'),
    ];
    await change('validatingwebhookconfiguration', 'ingress-nginx-admission', '-p', JSON.stringify(toHere));
    const taken = 'host "taken.example.com" and path "/" is already defined in ingress default/first';
    hooks.at(path, ({ object }) =>
      object.spec.rules[0].host === 'taken.example.com'
        ? { allowed: false, status: { status: 'Failure', code: 400, reason: 'BadRequest', message: taken } }
        : {},
    );
    const file = ingress('second', 'taken.example.com');
    expect(await kubectl.complaint('apply', '-f', file)).toBe(
      `Error from server (BadRequest): error when creating "${file}": admission webhook "validate.nginx.ingress.kubernetes.io" denied the request: ${taken}\n`,
    );
    expect(await kubectl.ask('apply', '-f', ingress('good', 'free.example.com'))).toBe(
      'ingress.networking.k8s.io/good created\n',
    );
    expect(await kubectl.ask('get', 'ingress', '-o', 'name')).toBe('ingress.networking.k8s.io/good\n');
    expect(hooks.asked(path).at(-1)).toMatchObject({
      operation: 'CREATE',
      name: 'good',
      namespace: 'default',
      kind: { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' },
      options: { fieldManager: 'kubectl-client-side-apply' },
    });
  });
});
