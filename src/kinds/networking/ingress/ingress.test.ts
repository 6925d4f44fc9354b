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

describe('an ingress', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    [
      'leads somewhere',
      { rules: undefined },
      [
        'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified',
      ],
    ],
    ['may be a backend', { rules: undefined, defaultBackend: service() }, []],
    [
      'has a backend that is something',
      { defaultBackend: {} },
      ['spec.defaultBackend: Invalid value: "": resource or service backend is required'],
    ],
    [
      'has one backend',
      { defaultBackend: { ...service(), resource: { kind: 'Bucket', name: 'pages' } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'names its resource',
      { defaultBackend: { resource: { apiGroup: 'A', kind: '', name: 'a/b' } } },
      [
        expect.stringMatching(/^spec\.defaultBackend\.resource\.apiGroup: Invalid value: "A"/) as never,
        'spec.defaultBackend.resource.kind: Required value: kind is required',
        'spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      'names its service',
      { defaultBackend: service({}, '') },
      [
        'spec.defaultBackend.service.name: Required value',
        'spec.defaultBackend: Required value: port name or number is required',
      ],
    ],
    [
      'names a port in one way',
      { defaultBackend: service({ name: 'http', number: 80 }) },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'names a port that can be',
      { defaultBackend: service({ number: 70_000 }) },
      [
        'spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'names a port as ports are named',
      { defaultBackend: service({ name: 'a--b' }) },
      ['spec.defaultBackend.service.port.name: Invalid value: "a--b": must not contain consecutive hyphens'],
    ],
    [
      'has hosts',
      { rules: rules('10.0.0.1', path('/')) },
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    ['has wildcards', { rules: rules('*.example', path('/')) }, []],
    [
      'has wildcards in front alone',
      { rules: rules('a.*.example', path('/')) },
      [
        expect.stringMatching(
          /^spec\.rules\[0\]\.host: Invalid value: "a\.\*\.example": a wildcard/,
        ) as never,
      ],
    ],
    ['has paths', { rules: rules('a.example') }, ['spec.rules[0].http.paths: Required value']],
    [
      'says how paths are compared',
      { rules: rules('a.example', path('/', null)) },
      [`${first}.pathType: Required value: pathType must be specified`],
    ],
    [
      'compares in three ways',
      { rules: rules('a.example', path('/', 'Regex')) },
      [
        `${first}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
      ],
    ],
    [
      'has paths that are plain',
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
      'has paths, or lets them be found',
      { rules: rules('a.example', path('', 'ImplementationSpecific'), path('a', 'ImplementationSpecific')) },
      ['spec.rules[0].http.paths[1].path: Invalid value: "a": must be an absolute path'],
    ],
    [
      'has certificates for hosts',
      { tls: [{ hosts: ['*.example', 'B'], secretName: 'S' }] },
      [
        expect.stringMatching(/^spec\.tls\[0\]\.hosts\[1\]: Invalid value: "B"/) as never,
        expect.stringMatching(/^spec\.tls\[0\]\.secretName: Invalid value: "S"/) as never,
      ],
    ],
    [
      'names a class',
      { ingressClassName: 'A' },
      [expect.stringMatching(/^spec\.ingressClassName: Invalid value: "A"/) as never],
    ],
  ])('%s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
  });

  const saidTwice = {
    metadata: { annotations: { 'orch.io/ingress.class': 'a' } },
    spec: { ingressClassName: 'b' },
  };

  test('says its class once, when it is made', () => {
    expect(bench.create(saidTwice).errors).toEqual([
      'annotations.orch.io/ingress.class: Invalid value: "a": can not be set when the class field is also set',
    ]);
    expect(bench.update(saidTwice).errors).toEqual([]);
  });

  test.each<[string, Written]>([
    ['names of secrets', { tls: [{ secretName: 'S' }] }],
    ['rules of wildcards', { rules: rules('*.example', path('x')) }],
  ])('may go on breaking younger rules: %s', (_, spec) => {
    expect(bench.update({ spec }).errors).not.toEqual([]);
    expect(bench.update({ spec }, { spec }).errors).toEqual([]);
  });
});

test('a status says where it can be reached', () => {
  const status = { loadBalancer: { ingress: [{ ip: 'x' }, { hostname: '10.0.0.1' }] } };
  expect(bench.updateStatus({ status }).errors).toEqual([
    'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address',
    'status.loadBalancer.ingress[1].hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
  ]);
});

test('spec and status are written apart', () => {
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
])('its row %#', (change, row) => {
  expect(bench.row(change)).toMatchObject({ Name: 'web', Age: '5m10s', ...row });
});
