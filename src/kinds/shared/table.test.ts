import { expect, test } from 'vitest';
import { created, later, podTemplate } from '../../../test/support/unit/workloads.ts';
import { ageCell, containerCells, labelsText } from './table.ts';

test('ageCell shows the time since creation, or <unknown> without one', () => {
  expect(ageCell({ creationTimestamp: created }, later)).toBe('5m10s');
  expect(ageCell({ creationTimestamp: null }, later)).toBe('<unknown>');
});

test('containerCells lists names and images in the order of the template', () => {
  expect(containerCells(podTemplate())).toEqual(['web,log', 'nginx:1,fluentd:2']);
});

test('labelsText sorts labels and shows <none> for none', () => {
  expect(labelsText({ b: '2', a: '' })).toBe('a=,b=2');
  expect(labelsText({})).toBe('<none>');
  expect(labelsText(undefined)).toBe('<none>');
});
