import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { selectableFields } from './fields.ts';

it('selectors may ask for type and address from 1.31 on', () => {
  expect(selectableFields(new FeatureGates('1.30'))).toEqual({});
  const { names, of } = selectableFields(new FeatureGates('1.31')).selectableFields!;
  expect(names).toEqual(['spec.clusterIP', 'spec.type']);
  const service = { metadata: { name: 'a' }, spec: { clusterIP: '10.0.0.1', type: 'ClusterIP' }, status: {} };
  expect(of(service as never)).toEqual({ 'spec.clusterIP': '10.0.0.1', 'spec.type': 'ClusterIP' });
});
