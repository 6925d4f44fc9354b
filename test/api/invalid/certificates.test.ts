import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../support/invalid.ts';

const approved = { type: 'Approved', status: 'True', reason: 'a' };

describeInvalid([
  {
    apiVersions: ['certificates.k8s.io/v1'],
    kind: 'CertificateSigningRequest',
    create: [
      [
        'no request',
        { 'spec.request': '' },
        [['spec.request', invalid, 'PEM block type must be CERTIFICATE REQUEST']],
      ],
      [
        'a request that is none',
        { 'spec.request': Buffer.from('a\n').toString('base64') },
        [['spec.request', invalid, 'Invalid value: []byte{0x61, 0xa}: PEM block type']],
      ],
      [
        'a certificate as request',
        {
          'spec.request': Buffer.from(
            '-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n',
          ).toString('base64'),
        },
        [['spec.request', invalid]],
      ],
      ['no use', { 'spec.usages': [] }, [['spec.usages', required, 'usages must be provided']]],
      ['another use', { 'spec.usages': ['decoration'] }, [['spec.usages[0]', notSupported]]],
      ['one use twice', { 'spec.usages': ['client auth', 'client auth'] }, [['spec.usages[1]', duplicate]]],
      ['nobody who signs', { 'spec.signerName': '' }, [['spec.signerName', required]]],
      ['somebody without a domain', { 'spec.signerName': 'signer' }, [['spec.signerName', invalid]]],
      [
        'somebody of a short domain',
        { 'spec.signerName': 'com/signer' },
        [['spec.signerName', invalid, 'should be a domain with at least two segments separated by dots']],
      ],
      [
        'the one of old',
        { 'spec.signerName': 'kubernetes.io/legacy-unknown' },
        [['spec.signerName', invalid, 'the legacy signerName is not allowed via this API version']],
      ],
      [
        'a minute',
        { 'spec.expirationSeconds': 60 },
        [
          [
            'spec.expirationSeconds',
            invalid,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ],
        ],
      ],
    ],
    status: [
      ['a certificate that is none', { 'status.certificate': 'YQ==' }, [['status.certificate', invalid]]],
      [
        'a condition without a type',
        { 'status.conditions': [{ type: '', status: 'True' }] },
        [['status.conditions[0].type', required]],
      ],
      [
        'a condition twice',
        { 'status.conditions': [1, 2].map(() => ({ type: 'Failed', status: 'True', reason: 'a' })) },
        [['status.conditions[1].type', duplicate]],
      ],
      [
        'a refusal that is not true',
        { 'status.conditions': [{ type: 'Failed', status: 'False', reason: 'a' }] },
        [['status.conditions[0].status', notSupported]],
      ],
      [
        'a consent',
        { 'status.conditions': [approved] },
        [['status.conditions', forbidden, 'updates may not add a condition of type "Approved"']],
      ],
    ],
  },
]);
