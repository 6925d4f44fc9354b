import { expect, test } from 'vitest';
import { created, later, podTemplate } from '../../../test/support/unit/workloads.ts';
import { ageCell, containerCells, labelsText } from './table.ts';

test('an age is that of the object', () => {
  expect(ageCell({ creationTimestamp: created }, later)).toBe('5m10s');
  expect(ageCell({ creationTimestamp: null }, later)).toBe('<unknown>');
});

test('containers and images are listed in their order', () => {
  expect(containerCells(podTemplate())).toEqual(['web,log', 'nginx:1,fluentd:2']);
});

test('labels are listed in order, and none as such', () => {
  expect(labelsText({ b: '2', a: '' })).toBe('a=,b=2');
  expect(labelsText({})).toBe('<none>');
  expect(labelsText(undefined)).toBe('<none>');
});
