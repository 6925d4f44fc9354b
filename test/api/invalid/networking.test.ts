import {
  describeInvalid,
  forbidden,
  invalid,
  notSupported,
  type Row,
  required,
  tooLong,
} from '../../support/invalid.ts';

const backend = 'spec.defaultBackend';
const http = 'spec.rules[0].http.paths';
const path = (change: object) => ({
  [http]: [
    { path: '/a', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } }, ...change },
  ],
});

/** The same in all versions. */
const ingressRows: Row[] = [
  ['a name in capitals', { 'metadata.name': 'Door' }, [['metadata.name', invalid]]],
  [
    'an address as host',
    { 'spec.rules': [{ host: '10.0.0.1' }] },
    [['spec.rules[0].host', invalid, 'must be a DNS name, not an IP address']],
  ],
  ['a host in capitals', { 'spec.rules': [{ host: 'A' }] }, [['spec.rules[0].host', invalid]]],
  ['a star inside a host', { 'spec.rules': [{ host: 'a.*.b' }] }, [['spec.rules[0].host', invalid]]],
  ['no paths', { 'spec.rules': [{ http: { paths: [] } }] }, [[http, required]]],
  ['a certificate for a bad host', { 'spec.tls': [{ hosts: ['A'] }] }, [['spec.tls[0].hosts[0]', invalid]]],
  ['a class with a bad name', { 'spec.ingressClassName': 'A' }, [['spec.ingressClassName', invalid]]],
  [
    'a class twice',
    { 'spec.ingressClassName': 'a', "metadata.annotations['kubernetes.io/ingress.class']": 'b' },
    [['annotations.kubernetes.io/ingress.class', invalid, 'can not be set when the class field is also set']],
  ],
];
const pathRows = (of: (change: object) => Record<string, unknown>): Row[] => [
  [
    'a path without a slash in front',
    of({ path: 'a' }),
    [[`${http}[0].path`, invalid, 'must be an absolute path']],
  ],
  ['a path with two slashes', of({ path: '/a//b' }), [[`${http}[0].path`, invalid, "must not contain '//'"]]],
  ['a path that climbs', of({ path: '/a/../b' }), [[`${http}[0].path`, invalid, "must not contain '/../'"]]],
  ['a path that ends above', of({ path: '/a/..' }), [[`${http}[0].path`, invalid, "cannot end with '/..'"]]],
  [
    'a path with a hidden slash',
    of({ path: '/a%2Fb' }),
    [[`${http}[0].path`, invalid, "must not contain '%2F'"]],
  ],
  [
    'a path of another type',
    of({ pathType: 'Guess' }),
    [[`${http}[0].pathType`, notSupported, 'supported values: "Exact", "ImplementationSpecific", "Prefix"']],
  ],
];

describeInvalid([
  {
    apiVersions: ['networking.k8s.io/v1'],
    kind: 'Ingress',
    create: [
      ...ingressRows,
      ...pathRows(path),
      [
        'nothing',
        { 'spec.defaultBackend': undefined },
        [
          [
            'spec',
            invalid,
            'Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified',
          ],
        ],
      ],
      [
        'no type of path',
        path({ pathType: undefined }),
        [[`${http}[0].pathType`, required, 'pathType must be specified']],
      ],
      [
        'an empty backend',
        { [backend]: {} },
        [[backend, invalid, 'resource or service backend is required']],
      ],
      [
        'a service without a name',
        { [`${backend}.service.name`]: '' },
        [[`${backend}.service.name`, required]],
      ],
      [
        'a service with a bad name',
        { [`${backend}.service.name`]: '1a' },
        [[`${backend}.service.name`, invalid]],
      ],
      [
        'a service without a port',
        { [`${backend}.service.port`]: {} },
        [[`${backend}`, required, 'port name or number is required']],
      ],
      [
        'a service with two ports',
        { [`${backend}.service.port.name`]: 'a' },
        [[`${backend}`, invalid, 'cannot set both port name & port number']],
      ],
      [
        'port 70000',
        { [`${backend}.service.port.number`]: 70000 },
        [[`${backend}.service.port.number`, invalid]],
      ],
      [
        'a port with a bad name',
        { [`${backend}.service.port`]: { name: 'A_' } },
        [[`${backend}.service.port.name`, invalid]],
      ],
      [
        'a service and a resource',
        { [`${backend}.resource`]: { kind: 'K', name: 'n' } },
        [[backend, invalid, 'cannot set both resource and service backends']],
      ],
      [
        'a resource without a kind',
        { [backend]: { resource: { kind: '', name: 'n' } } },
        [[`${backend}.resource.kind`, required]],
      ],
      [
        'a certificate with a bad name',
        { 'spec.tls': [{ secretName: 'A' }] },
        [['spec.tls[0].secretName', invalid]],
      ],
    ],
    update: [['nothing', { 'spec.defaultBackend': undefined }, [['spec', invalid]]]],
    status: [
      [
        'an address that is none',
        { 'status.loadBalancer.ingress': [{ ip: 'a' }] },
        [['status.loadBalancer.ingress[0].ip', invalid]],
      ],
      [
        'a name that is an address',
        { 'status.loadBalancer.ingress': [{ hostname: '1.2.3.4' }] },
        [['status.loadBalancer.ingress[0].hostname', invalid]],
      ],
    ],
  },
  {
    apiVersions: ['networking.k8s.io/v1'],
    kind: 'IngressClass',
    create: [
      ['a name in capitals', { 'metadata.name': 'Door' }, [['metadata.name', invalid]]],
      ['no controller', { 'spec.controller': '' }, [['spec.controller', required]]],
      [
        'a controller of no domain',
        { 'spec.controller': 'mine' },
        [['spec.controller', invalid, 'must be a domain-prefixed path']],
      ],
      [
        'a controller of 251 letters',
        { 'spec.controller': `a.b/${'c'.repeat(247)}` },
        [['spec.controller', tooLong]],
      ],
      [
        'parameters without a name',
        { 'spec.parameters': { kind: 'K', name: '' } },
        [['spec.parameters.name', required]],
      ],
      [
        'parameters without a kind',
        { 'spec.parameters': { kind: '', name: 'n' } },
        [['spec.parameters.kind', required]],
      ],
      [
        'parameters of a bad group',
        { 'spec.parameters': { kind: 'K', name: 'n', apiGroup: 'A' } },
        [['spec.parameters.apiGroup', invalid]],
      ],
      [
        'parameters elsewhere',
        { 'spec.parameters': { kind: 'K', name: 'n', scope: 'World' } },
        [['spec.parameters.scope', notSupported]],
      ],
      [
        'parameters in no namespace',
        { 'spec.parameters': { kind: 'K', name: 'n', scope: 'Namespace' } },
        [['spec.parameters.namespace', required]],
      ],
      [
        'parameters of all in one namespace',
        { 'spec.parameters': { kind: 'K', name: 'n', scope: 'Cluster', namespace: 'a' } },
        [['spec.parameters.namespace', forbidden]],
      ],
    ],
    update: [
      [
        'another controller',
        { 'spec.controller': 'example.com/other' },
        [['spec.controller', invalid, 'field is immutable']],
      ],
    ],
  },
  {
    apiVersions: ['networking.k8s.io/v1'],
    kind: 'NetworkPolicy',
    create: [
      ['a name in capitals', { 'metadata.name': 'Wall' }, [['metadata.name', invalid]]],
      [
        'a bad label',
        { 'spec.podSelector.matchLabels.a': 'b c' },
        [['spec.podSelector.matchLabels', invalid]],
      ],
      [
        'another protocol',
        { 'spec.ingress': [{ ports: [{ protocol: 'ICMP' }] }] },
        [['spec.ingress[0].ports[0].protocol', notSupported]],
      ],
      [
        'port 70000',
        { 'spec.ingress': [{ ports: [{ port: 70000 }] }] },
        [['spec.ingress[0].ports[0].port', invalid]],
      ],
      [
        'a port with a bad name',
        { 'spec.ingress': [{ ports: [{ port: 'A_' }] }] },
        [['spec.ingress[0].ports[0].port', invalid]],
      ],
      [
        'an end without a beginning',
        { 'spec.ingress': [{ ports: [{ endPort: 80 }] }] },
        [['spec.ingress[0].ports[0].endPort', invalid, 'may not be specified when `port` is not specified']],
      ],
      [
        'an end before the beginning',
        { 'spec.ingress': [{ ports: [{ port: 90, endPort: 80 }] }] },
        [['spec.ingress[0].ports[0].endPort', invalid, 'must be greater than or equal to `port`']],
      ],
      [
        'nobody',
        { 'spec.ingress': [{ from: [{}] }] },
        [['spec.ingress[0].from[0]', required, 'must specify a peer']],
      ],
      [
        'a range and pods',
        { 'spec.ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }] }] },
        [['spec.ingress[0].from[0]', forbidden, 'may not specify both ipBlock and another peer']],
      ],
      [
        'a range that is none',
        { 'spec.ingress': [{ from: [{ ipBlock: { cidr: '10.0.0.0' } }] }] },
        [['spec.ingress[0].from[0].ipBlock.cidr', invalid, 'not a valid CIDR']],
      ],
      [
        'a range without one outside of it',
        { 'spec.egress': [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] }] },
        [['spec.egress[0].to[0].ipBlock.except[0]', invalid, 'must be a strict subset of `cidr`']],
      ],
      [
        'another direction',
        { 'spec.policyTypes': ['Sideways'] },
        [['spec.policyTypes[0]', notSupported, 'supported values: "Ingress", "Egress"']],
      ],
      [
        'three directions',
        { 'spec.policyTypes': ['Ingress', 'Egress', 'Ingress'] },
        [
          [
            'spec.policyTypes',
            invalid,
            'Invalid value: []networking.PolicyType{"Ingress", "Egress", "Ingress"}: may not specify more than two policyTypes',
          ],
        ],
      ],
    ],
    update: [
      [
        'another direction',
        { 'spec.policyTypes': ['Sideways'] },
        [['spec.policyTypes[0]', notSupported, 'supported values: "Ingress", "Egress"']],
      ],
    ],
  },
]);
