import { expect, it } from 'vitest';
import { selectableFields } from './fields.ts';

it('selectors may ask for type and address from 1.31 on', () => {
  expect(selectableFields('1.30')).toEqual({});
  const { names, of } = selectableFields('1.31').selectableFields!;
  expect(names).toEqual(['spec.clusterIP', 'spec.type']);
  const service = { metadata: { name: 'a' }, spec: { clusterIP: '10.0.0.1', type: 'ClusterIP' }, status: {} };
  expect(of(service as never)).toEqual({ 'spec.clusterIP': '10.0.0.1', 'spec.type': 'ClusterIP' });
});
