import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../support/invalid.ts';

const port = 'spec.ports[0]';
const balanced = { 'spec.clusterIP': undefined, 'spec.type': 'LoadBalancer' };
const open = { 'spec.clusterIP': undefined, 'spec.type': 'NodePort' };

describeInvalid([
  {
    apiVersions: ['v1'],
    kind: 'Service',
    create: [
      [
        'a name that begins with a digit',
        { 'metadata.name': '1a' },
        [['metadata.name', invalid, 'a DNS-1035 label must consist of']],
      ],
      ['a name with a dot', { 'metadata.name': 'a.b' }, [['metadata.name', invalid]]],
      ['no ports', { 'spec.clusterIP': undefined, 'spec.ports': [] }, [['spec.ports', required]]],
      [
        'port 0',
        { [`${port}.port`]: 0 },
        [[`${port}.port`, invalid, 'must be between 1 and 65535, inclusive']],
      ],
      ['port 65536', { [`${port}.port`]: 65536 }, [[`${port}.port`, invalid]]],
      ['a target of 0 and a bit', { [`${port}.targetPort`]: 70000 }, [[`${port}.targetPort`, invalid]]],
      ['a target with a bad name', { [`${port}.targetPort`]: 'A_b' }, [[`${port}.targetPort`, invalid]]],
      [
        'another protocol',
        { [`${port}.protocol`]: 'ICMP' },
        [[`${port}.protocol`, notSupported, 'supported values: "SCTP", "TCP", "UDP"']],
      ],
      [
        'two ports without names',
        { 'spec.ports[1]': { port: 81 } },
        [
          [`${port}.name`, required],
          ['spec.ports[1].name', required],
        ],
      ],
      [
        'two ports of one name',
        {
          'spec.ports': [
            { name: 'a', port: 1 },
            { name: 'a', port: 2 },
          ],
        },
        [['spec.ports[1].name', duplicate, '"a"']],
      ],
      [
        'one port twice',
        {
          'spec.ports': [
            { name: 'a', port: 1 },
            { name: 'b', port: 1 },
          ],
        },
        [
          [
            'spec.ports[1]',
            duplicate,
            'core.ServicePort{Name:"", Protocol:"TCP", AppProtocol:(*string)(nil), Port:',
          ],
        ],
      ],
      ['a port with a bad name', { [`${port}.name`]: 'A' }, [[`${port}.name`, invalid]]],
      [
        'a bad protocol of applications',
        { [`${port}.appProtocol`]: 'a b' },
        [[`${port}.appProtocol`, invalid]],
      ],
      [
        'a port of the node inside the cluster',
        { 'spec.clusterIP': undefined, [`${port}.nodePort`]: 30001 },
        [[`${port}.nodePort`, forbidden, "may not be used when `type` is 'ClusterIP'"]],
      ],
      [
        'another type',
        { 'spec.clusterIP': undefined, 'spec.type': 'Pigeon' },
        [
          [
            'spec.type',
            notSupported,
            'supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
          ],
        ],
      ],
      ['a bad selector', { "spec.selector['a b']": 'c' }, [['spec.selector', invalid]]],
      ['another affinity', { 'spec.sessionAffinity': 'Friend' }, [['spec.sessionAffinity', notSupported]]],
      [
        'an affinity for two days',
        { 'spec.sessionAffinity': 'ClientIP', 'spec.sessionAffinityConfig.clientIP.timeoutSeconds': 172800 },
        [['spec.sessionAffinityConfig.clientIP.timeoutSeconds', invalid]],
      ],
      [
        'an outer address that is none',
        { 'spec.externalIPs': ['a'] },
        [['spec.externalIPs[0]', invalid, 'must be a valid IP address']],
      ],
      [
        'an outer address that is this machine',
        { 'spec.externalIPs': ['127.0.0.1'] },
        [['spec.externalIPs[0]', invalid]],
      ],
      [
        'an address that is none',
        { 'spec.clusterIP': 'a', 'spec.clusterIPs': ['a'] },
        [['spec.clusterIPs[0]', invalid]],
      ],
      [
        'another first address',
        { 'spec.clusterIP': '10.0.0.7', 'spec.clusterIPs': ['10.0.0.8'] },
        [['spec.clusterIPs', invalid, 'first value must match `clusterIP`']],
      ],
      [
        'addresses without the first',
        { 'spec.clusterIP': undefined, 'spec.clusterIPs': ['10.0.0.8'] },
        [['spec.clusterIPs', invalid, 'must be empty when `clusterIP` is not specified']],
      ],
      [
        'two addresses of one family',
        {
          'spec.clusterIP': '10.0.0.7',
          'spec.clusterIPs': ['10.0.0.7', '10.0.0.8'],
          'spec.ipFamilyPolicy': 'RequireDualStack',
        },
        [['spec.clusterIPs', invalid]],
      ],
      ['another family', { 'spec.ipFamilies': ['IPv5'] }, [['spec.ipFamilies[0]', notSupported]]],
      ['one family twice', { 'spec.ipFamilies': ['IPv4', 'IPv4'] }, [['spec.ipFamilies[1]', duplicate]]],
      [
        'another policy of families',
        { 'spec.ipFamilyPolicy': 'Both' },
        [['spec.ipFamilyPolicy', notSupported]],
      ],
      [
        'no port of a node that is headless',
        { 'spec.type': 'NodePort' },
        [['spec.clusterIPs[0]', invalid, "may not be set to 'None' for NodePort services"]],
      ],
      [
        'the port of the node agent',
        { ...balanced, [`${port}.port`]: 10250 },
        [[port, invalid, 'may not expose port 10250 externally since it is used by kubelet']],
      ],
      [
        'a name of nothing',
        { 'spec.clusterIP': undefined, 'spec.type': 'ExternalName' },
        [['spec.externalName', required]],
      ],
      [
        'a bad name outside',
        { 'spec.clusterIP': undefined, 'spec.type': 'ExternalName', 'spec.externalName': 'A_b' },
        [['spec.externalName', invalid]],
      ],
      [
        'a name outside with an address',
        { 'spec.clusterIP': '10.0.0.9', 'spec.type': 'ExternalName', 'spec.externalName': 'a.b' },
        [['spec.clusterIPs', forbidden, 'may not be set for ExternalName services']],
      ],
      [
        'ranges of clients that are none',
        { ...balanced, 'spec.loadBalancerSourceRanges': ['10.0.0.0'] },
        [['spec.LoadBalancerSourceRanges', invalid]],
      ],
      [
        'ranges of clients without a balancer',
        { 'spec.loadBalancerSourceRanges': ['10.0.0.0/8'] },
        [['spec.LoadBalancerSourceRanges', forbidden, "may only be used when `type` is 'LoadBalancer'"]],
      ],
      [
        'node ports for a balancer that is none',
        { 'spec.allocateLoadBalancerNodePorts': true },
        [['spec.allocateLoadBalancerNodePorts', forbidden]],
      ],
      [
        'a class of balancers without one',
        { 'spec.loadBalancerClass': 'example.com/a' },
        [['spec.loadBalancerClass', forbidden, "may only be used when `type` is 'LoadBalancer'"]],
      ],
      [
        'a class of balancers with a bad name',
        { ...balanced, 'spec.loadBalancerClass': 'a b' },
        [['spec.loadBalancerClass', invalid]],
      ],
      [
        'another policy outside',
        { ...open, 'spec.externalTrafficPolicy': 'Near' },
        [['spec.externalTrafficPolicy', invalid]],
      ],
      [
        'a policy outside without an outside',
        { 'spec.externalTrafficPolicy': 'Local' },
        [['spec.externalTrafficPolicy', invalid]],
      ],
      [
        'another policy inside',
        { 'spec.internalTrafficPolicy': 'Near' },
        [['spec.internalTrafficPolicy', notSupported]],
      ],
      [
        'a health check that nobody makes',
        { ...open, 'spec.healthCheckNodePort': 30009 },
        [['spec.healthCheckNodePort', invalid]],
      ],
      [
        'a node port outside of the range',
        { ...open, [`${port}.nodePort`]: 80 },
        [
          [
            `${port}.nodePort`,
            invalid,
            'provided port is not in the valid range. The range of valid ports is 30000-32767',
          ],
        ],
      ],
      [
        'an address outside of the range',
        { 'spec.clusterIP': '11.0.0.1' },
        [['spec.clusterIPs', invalid, 'provided IP is not in the valid range']],
      ],
      [
        'an address of a family that is not there',
        { 'spec.clusterIP': 'fd00::1' },
        [
          [
            'spec.clusterIPs[0]',
            invalid,
            'Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster',
          ],
        ],
      ],
      [
        'two families where there is one',
        { 'spec.clusterIP': undefined, 'spec.ipFamilyPolicy': 'RequireDualStack' },
        [['spec.ipFamilyPolicy', invalid]],
      ],
    ],
    update: [
      [
        'an address where there was none',
        { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9'] },
        [['spec.clusterIPs[0]', invalid, 'may not change once set']],
      ],
      ['port 0', { [`${port}.port`]: 0 }, [[`${port}.port`, invalid]]],
    ],
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
    apiVersions: ['v1'],
    kind: 'Service',
    base: { ...balanced, 'metadata.name': 'balanced', 'spec.loadBalancerClass': 'example.com/a' },
    update: [
      [
        'another address',
        { 'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9'] },
        [['spec.clusterIPs[0]', invalid, 'Invalid value: []string{"10.0.0.9"}: may not change once set']],
      ],
      [
        'two protocols',
        {
          'spec.ports': [
            { name: 'a', port: 53, targetPort: 53, protocol: 'TCP' },
            { name: 'b', port: 53, targetPort: 53, protocol: 'UDP' },
          ],
        },
        [['spec.ports', invalid, "may not contain more than 1 protocol when type is 'LoadBalancer'"]],
      ],
      [
        'another class of balancers',
        { 'spec.loadBalancerClass': 'example.com/b' },
        [['spec.loadBalancerClass', invalid, 'may not change once set']],
      ],
      [
        // What contradicts itself in what it is to get is told before anything else.
        'another family',
        { 'spec.ipFamilies': ['IPv6'] },
        [['spec.clusterIPs[0]', invalid, 'expected an IPv6 value as indicated by `ipFamilies[0]`']],
      ],
    ],
  },
]);
