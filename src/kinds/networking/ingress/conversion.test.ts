import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { ingress } from './index.ts';

const bench = new VersionBench(ingress(dependencies));
const [older, newer] = ['networking.orch.io/v1beta1', 'networking.orch.io/v1'] as const;
const metadata = { name: 'web', namespace: 'shop' };

describeConversions(bench);

test('an Ingress is served in three versions', () => {
  expect([...bench.versions].sort()).toEqual(['extensions/v1beta1', newer, older]);
});

test.each<[string, object, object]>([
  [
    'a port number',
    { serviceName: 'web', servicePort: 80 },
    { service: { name: 'web', port: { number: 80 } } },
  ],
  [
    'a port name',
    { serviceName: 'web', servicePort: 'http' },
    { service: { name: 'web', port: { name: 'http' } } },
  ],
  [
    'another object than a Service',
    { servicePort: 0, resource: { apiGroup: null, kind: 'Bucket', name: 'pages' } },
    { resource: { apiGroup: null, kind: 'Bucket', name: 'pages' } },
  ],
])('a v1beta1 backend converts to v1 and back: %s', (_, backend, newerBackend) => {
  const path = { path: '/', pathType: 'Prefix' };
  const stored = bench.toStored(older, {
    metadata,
    spec: { backend, rules: [{ host: 'a.example', http: { paths: [{ ...path, backend }] } }] },
  });
  expect(stored.spec).toEqual({
    defaultBackend: newerBackend,
    rules: [{ host: 'a.example', http: { paths: [{ ...path, backend: newerBackend }] } }],
  });
  expect(bench.fromStored('extensions/v1beta1', stored).spec).toEqual({
    backend,
    rules: [{ host: 'a.example', http: { paths: [{ ...path, backend }] } }],
  });
});

test('pathType has a default in v1beta1 but not in v1', () => {
  const spec = { rules: [{ http: { paths: [{ path: '/', backend: {} }] } }] };
  const typeOf = (apiVersion: string) =>
    bench.toStored(apiVersion, { metadata, spec }).spec.rules[0].http.paths[0].pathType;
  expect(typeOf(older)).toBe('ImplementationSpecific');
  expect(typeOf(newer)).toBe(null);
});
