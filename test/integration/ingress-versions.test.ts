import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Kubectl, kubectlMissing, kubectlPath } from '../support/kubectl.ts';
import { TestServer } from '../support/server.ts';

const path = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
const web = { service: { name: 'web', port: { number: 80 } } };
const byName = { service: { name: 'web', port: { name: 'http' } } };
const bucket = { resource: { apiGroup: 'storage.example.com', kind: 'Bucket', name: 'static' } };
/** There the port is always shown. */
const bucketBefore = { ...bucket, servicePort: 0 };

/** Every ingress as it is written in v1, and what its spec is in the versions before. */
const cases: Record<string, { v1: object; before: object }> = {
  'a backend by number': {
    v1: { defaultBackend: web },
    before: { backend: { serviceName: 'web', servicePort: 80 } },
  },
  'a backend by name': {
    v1: { defaultBackend: byName },
    before: { backend: { serviceName: 'web', servicePort: 'http' } },
  },
  'a backend that is no service': {
    v1: { defaultBackend: bucket },
    before: { backend: bucketBefore },
  },
  'a class': {
    v1: { ingressClassName: 'outer', defaultBackend: web },
    before: { ingressClassName: 'outer', backend: { serviceName: 'web', servicePort: 80 } },
  },
  certificates: {
    v1: { defaultBackend: web, tls: [{ hosts: ['a.example.com'], secretName: 'a-tls' }, {}] },
    before: {
      backend: { serviceName: 'web', servicePort: 80 },
      tls: [{ hosts: ['a.example.com'], secretName: 'a-tls' }, {}],
    },
  },
  'paths of each type': {
    v1: {
      rules: [
        {
          host: 'a.example.com',
          http: {
            paths: [
              { path: '/exact', pathType: 'Exact', backend: web },
              { path: '/below', pathType: 'Prefix', backend: byName },
              { path: '/any', pathType: 'ImplementationSpecific', backend: bucketBefore },
            ],
          },
        },
        { http: { paths: [{ pathType: 'ImplementationSpecific', backend: web }] } },
      ],
    },
    before: {
      rules: [
        {
          host: 'a.example.com',
          http: {
            paths: [
              { path: '/exact', pathType: 'Exact', backend: { serviceName: 'web', servicePort: 80 } },
              { path: '/below', pathType: 'Prefix', backend: { serviceName: 'web', servicePort: 'http' } },
              { path: '/any', pathType: 'ImplementationSpecific', backend: bucketBefore },
            ],
          },
        },
        {
          http: {
            paths: [{ pathType: 'ImplementationSpecific', backend: { serviceName: 'web', servicePort: 80 } }],
          },
        },
      ],
    },
  },
};

describe.skipIf(kubectlPath === undefined)(`an ingress of release 1.21${kubectlMissing}`, () => {
  let server: TestServer;
  let kubectl: Kubectl;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--emulated-version=1.21'] });
    kubectl = new Kubectl(server);
  });
  afterAll(() => server.remove());

  /** What an update may change without anything being lost. */
  function lasting({ kind, metadata, spec, status }: any): object {
    const { resourceVersion: _, managedFields: __, ...rest } = metadata;
    return { kind, metadata: rest, spec, status };
  }

  describe.each(['ingresses.v1beta1.extensions', 'ingresses.v1beta1.networking.k8s.io'])('as %s', (type) => {
    it.each(Object.entries(cases))('with %s has the older shape, and back', async (what, { v1, before }) => {
      const name = `${type.includes('ext') ? 'e' : 'n'}-${what.replaceAll(' ', '-')}`;
      const labels = { app: 'web' };
      const made = await server.client.post(path, {
        metadata: { name, labels, annotations: { note: 'kept' } },
        spec: v1,
      });
      expect(made.status, made.text).toBe(201);
      const status = { loadBalancer: { ingress: [{ ip: '10.1.2.3', hostname: 'lb.example.com' }] } };
      const { body: original } = await server.client.put(`${path}/${name}/status`, { ...made.body, status });

      const text = await kubectl.ask('get', type, name, '-o', 'yaml');
      const shown = parse(text);
      expect(shown).toMatchObject({
        apiVersion: type.includes('ext') ? 'extensions/v1beta1' : 'networking.k8s.io/v1beta1',
        kind: 'Ingress',
        metadata: { name, labels },
        status,
      });
      expect(shown.spec).toEqual(before);

      const file = kubectl.file('ingress.yaml', text);
      expect(await kubectl.ask('replace', '-f', file)).toContain(`/${name} replaced\n`);
      const after = (await server.client.get(`${path}/${name}`)).body;
      expect(lasting(after)).toEqual(lasting(original));

      // A change through the older version is one of this field alone.
      await kubectl.ask(
        'replace',
        '-f',
        kubectl.file('ingress.yaml', text.replace('app: web', 'app: other')),
      );
      const changed = (await server.client.get(`${path}/${name}`)).body;
      expect(changed.metadata.labels).toEqual({ app: 'other' });
      expect(changed.spec).toEqual(original.spec);
    });
  });
});
