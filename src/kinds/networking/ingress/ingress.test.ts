import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { ingress } from './index.ts';

const service = (port: Written = { number: 80 }, name = 'web'): Written => ({ service: { name, port } });
const path = (text: string, pathType: string | null = 'Prefix', backend = service()): Written => ({
  path: text,
  pathType,
  backend,
});
const rules = (host: string, ...paths: Written[]): Written[] => [{ host, http: { paths } }];

const bench = new Bench(ingress(dependencies), {
  metadata: metadata('web'),
  spec: { rules: rules('a.example', path('/')) },
});

const first = 'spec.rules[0].http.paths[0]';

describe('an Ingress', () => {
  test.each<[string, Written, string[]]>([
    ['valid', {}, []],
    [
      'no rules and no default backend',
      { rules: undefined },
      [
        'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified',
      ],
    ],
    ['a default backend alone', { rules: undefined, defaultBackend: service() }, []],
    [
      'an empty backend',
      { defaultBackend: {} },
      ['spec.defaultBackend: Invalid value: "": resource or service backend is required'],
    ],
    [
      'a backend with Service and resource',
      { defaultBackend: { ...service(), resource: { kind: 'Bucket', name: 'pages' } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'an invalid resource backend',
      { defaultBackend: { resource: { apiGroup: 'A', kind: '', name: 'a/b' } } },
      [
        expect.stringMatching(/^spec\.defaultBackend\.resource\.apiGroup: Invalid value: "A"/) as never,
        'spec.defaultBackend.resource.kind: Required value: kind is required',
        'spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      'a Service without name and port',
      { defaultBackend: service({}, '') },
      [
        'spec.defaultBackend.service.name: Required value',
        'spec.defaultBackend: Required value: port name or number is required',
      ],
    ],
    [
      'a port with name and number',
      { defaultBackend: service({ name: 'http', number: 80 }) },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'a port number out of range',
      { defaultBackend: service({ number: 70_000 }) },
      [
        'spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'an invalid port name',
      { defaultBackend: service({ name: 'a--b' }) },
      ['spec.defaultBackend.service.port.name: Invalid value: "a--b": must not contain consecutive hyphens'],
    ],
    [
      'an IP address as host',
      { rules: rules('10.0.0.1', path('/')) },
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    ['a wildcard host', { rules: rules('*.example', path('/')) }, []],
    [
      'a wildcard inside a host',
      { rules: rules('a.*.example', path('/')) },
      [
        expect.stringMatching(
          /^spec\.rules\[0\]\.host: Invalid value: "a\.\*\.example": a wildcard/,
        ) as never,
      ],
    ],
    ['no paths', { rules: rules('a.example') }, ['spec.rules[0].http.paths: Required value']],
    [
      'no pathType',
      { rules: rules('a.example', path('/', null)) },
      [`${first}.pathType: Required value: pathType must be specified`],
    ],
    [
      'an unknown pathType',
      { rules: rules('a.example', path('/', 'Regex')) },
      [
        `${first}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
      ],
    ],
    [
      'an Exact path with forbidden sequences',
      { rules: rules('a.example', path('a//b/./c/../d%2f%2F/..', 'Exact')) },
      [
        'must be an absolute path',
        "must not contain '//'",
        "must not contain '/./'",
        "must not contain '/../'",
        "must not contain '%2f'",
        "must not contain '%2F'",
        "cannot end with '/..'",
      ].map((text) => `${first}.path: Invalid value: "a//b/./c/../d%2f%2F/..": ${text}`),
    ],
    [
      'an implementation-specific path that is relative',
      { rules: rules('a.example', path('', 'ImplementationSpecific'), path('a', 'ImplementationSpecific')) },
      ['spec.rules[0].http.paths[1].path: Invalid value: "a": must be an absolute path'],
    ],
    [
      'invalid hosts and secret name of TLS',
      { tls: [{ hosts: ['*.example', 'B'], secretName: 'S' }] },
      [
        expect.stringMatching(/^spec\.tls\[0\]\.hosts\[1\]: Invalid value: "B"/) as never,
        expect.stringMatching(/^spec\.tls\[0\]\.secretName: Invalid value: "S"/) as never,
      ],
    ],
    [
      'an invalid class name',
      { ingressClassName: 'A' },
      [expect.stringMatching(/^spec\.ingressClassName: Invalid value: "A"/) as never],
    ],
  ])('is validated: %s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
  });

  const withBothClasses = {
    metadata: { annotations: { 'orch.io/ingress.class': 'a' } },
    spec: { ingressClassName: 'b' },
  };

  test('must not have both class field and class annotation on create', () => {
    expect(bench.create(withBothClasses).errors).toEqual([
      'annotations.orch.io/ingress.class: Invalid value: "a": can not be set when the class field is also set',
    ]);
    expect(bench.update(withBothClasses).errors).toEqual([]);
  });

  test.each<[string, Written]>([
    ['secret names', { tls: [{ secretName: 'S' }] }],
    ['rules of wildcard hosts', { rules: rules('*.example', path('x')) }],
  ])('may keep breaking rules that v1 added: %s', (_, spec) => {
    expect(bench.update({ spec }).errors).not.toEqual([]);
    expect(bench.update({ spec }, { spec }).errors).toEqual([]);
  });
});

test('validation of an Ingress status checks addresses of the load balancer', () => {
  const status = { loadBalancer: { ingress: [{ ip: 'x' }, { hostname: '10.0.0.1' }] } };
  expect(bench.updateStatus({ status }).errors).toEqual([
    'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address',
    'status.loadBalancer.ingress[1].hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
  ]);
});

test('spec and status of an Ingress are written separately', () => {
  const change = {
    spec: { ingressClassName: 'a' },
    status: { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } },
  };
  expect(bench.create(change).object.status).toEqual({ loadBalancer: {} });
  expect(bench.update(change).object).toMatchObject({
    spec: { ingressClassName: 'a' },
    status: { loadBalancer: {} },
  });
  const { object } = bench.updateStatus(change);
  expect(object.spec.ingressClassName).toBeUndefined();
  expect(object.status).toEqual(change.status);
});

test.each<[Written, Written]>([
  [{}, { Class: '<none>', Hosts: 'a.example', Address: '', Ports: '80' }],
  [
    {
      spec: {
        ingressClassName: 'fast',
        tls: [{}],
        rules: ['a', undefined, 'b', 'c', 'd'].map((host) => ({ host })),
      },
      status: {
        loadBalancer: {
          ingress: [{ ip: '2.2.2.2' }, { hostname: 'lb' }, { ip: '1.1.1.1' }, { ip: '2.2.2.2' }],
        },
      },
    },
    { Class: 'fast', Hosts: 'a,b,c + 2 more...', Address: '1.1.1.1,2.2.2.2,lb', Ports: '80, 443' },
  ],
  [{ spec: { rules: undefined } }, { Hosts: '*' }],
])('the table of Ingresses shows class, hosts, addresses and ports: %#', (change, row) => {
  expect(bench.row(change)).toMatchObject({ Name: 'web', Age: '5m10s', ...row });
});
