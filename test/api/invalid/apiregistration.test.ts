import { describeInvalid, invalid, required } from '../../support/invalid.ts';

describeInvalid([
  {
    apiVersions: ['apiregistration.k8s.io/v1'],
    kind: 'APIService',
    create: [
      [
        'a name that is not its own',
        { 'metadata.name': 'v2.sample.example.com' },
        [['metadata.name', invalid, 'must be `spec.version+"."+spec.group`: "v1.sample.example.com"']],
      ],
      ['a group in capitals', { 'spec.group': 'A', 'metadata.name': 'v1.A' }, [['spec.group', invalid]]],
      [
        'a version with a dot',
        { 'spec.version': 'v1.1', 'metadata.name': 'v1.1.sample.example.com' },
        [['spec.version', invalid]],
      ],
      [
        'a group of priority 0',
        { 'spec.groupPriorityMinimum': 0 },
        [['spec.groupPriorityMinimum', invalid, 'must be positive and less than 20000']],
      ],
      [
        'a group of priority 20001',
        { 'spec.groupPriorityMinimum': 20001 },
        [['spec.groupPriorityMinimum', invalid]],
      ],
      [
        'a version of priority 0',
        { 'spec.versionPriority': 0 },
        [['spec.versionPriority', invalid, 'must be positive and less than 1000']],
      ],
      ['a version of priority 1001', { 'spec.versionPriority': 1001 }, [['spec.versionPriority', invalid]]],
      [
        'a service without a name',
        { 'spec.service': { name: '', namespace: 'a' } },
        [['spec.service.name', required]],
      ],
      [
        'a service without a namespace',
        { 'spec.service': { name: 'a', namespace: '' } },
        [['spec.service.namespace', required]],
      ],
      [
        'a service of port 70000',
        { 'spec.service': { name: 'a', namespace: 'a', port: 70000 } },
        [['spec.service.port', invalid]],
      ],
      [
        'trust in nobody',
        { 'spec.caBundle': 'YQ==' },
        [['spec.caBundle', invalid, 'local APIServices may not have a caBundle']],
      ],
      [
        'no check of nobody',
        { 'spec.insecureSkipTLSVerify': true },
        [['spec.insecureSkipTLSVerify', invalid]],
      ],
      [
        'trust and no check',
        {
          'spec.service': { name: 'a', namespace: 'a' },
          'spec.caBundle': 'YQ==',
          'spec.insecureSkipTLSVerify': true,
        },
        [['spec.insecureSkipTLSVerify', invalid, 'may not be true if caBundle is present']],
      ],
    ],
    update: [
      [
        'no version to update',
        { 'metadata.resourceVersion': undefined },
        [['metadata.resourceVersion', invalid]],
      ],
    ],
  },
]);
