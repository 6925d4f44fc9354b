import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { applyReadDefaults } from './read-defaults.ts';

it.each([
  [
    'an address alone',
    { clusterIP: '10.0.0.7' },
    { clusterIPs: ['10.0.0.7'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
  ],
  [
    'an address of the other family',
    { clusterIP: 'fd00::7' },
    { clusterIPs: ['fd00::7'], ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
  ],
  ['a headless one', { clusterIP: 'None' }, { clusterIPs: ['None'] }],
  ['no address yet', {}, {}],
  ['a name elsewhere', { type: 'ExternalName', externalName: 'a.example' }, {}],
  [
    'all of it',
    {
      clusterIP: '10.0.0.7',
      clusterIPs: ['10.0.0.7'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'PreferDualStack',
    },
    {},
  ],
])('%s is read as what it meant', (_, spec, filled) => {
  const service: any = { metadata: { name: 'a' }, spec: { type: 'ClusterIP', ...structuredClone(spec) } };
  applyReadDefaults(service, new FeatureGates('1.23'));
  expect(service.spec).toEqual({ type: 'ClusterIP', ...spec, ...filled });
});
