import { describe, expect, it } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { CacheEntry } from './entry.ts';
import { Selection } from './selection.ts';

const selection = (namespace: string, labels = '', fields = ''): Selection =>
  new Selection(namespace, parseLabelSelector(labels), parseFieldSelector(fields));
const entry = {
  key: 'a/x',
  namespace: 'a',
  name: 'x',
  labels: { app: 'web' },
  fields: { 'spec.nodeName': 'n1' },
} as unknown as CacheEntry;

describe('a selection', () => {
  it.each<[string, Selection, boolean]>([
    ['of everything', selection(''), true],
    ['of the namespace', selection('a'), true],
    ['of another namespace', selection('b'), false],
    ['of the labels', selection('', 'app=web'), true],
    ['of other labels', selection('a', 'app=db'), false],
    ['of the name', selection('', '', 'metadata.name=x'), true],
    ['of another name', selection('', '', 'metadata.name=y'), false],
    ['of all other names', selection('', '', 'metadata.name!=x'), false],
    ['of the namespace as a field', selection('', '', 'metadata.namespace=a'), true],
    ['of another namespace as a field', selection('', '', 'metadata.namespace=b'), false],
    ['of a field', selection('', '', 'spec.nodeName=n1'), true],
    ['of another value of it', selection('', '', 'spec.nodeName=n2'), false],
    ['of all of these', selection('a', 'app=web', 'metadata.name=x,spec.nodeName=n1'), true],
    ['of which one does not hold', selection('a', 'app=web', 'metadata.name=x,spec.nodeName=n2'), false],
  ])('%s has the object, or not', (_, one, expected) => {
    expect(one.matches(entry)).toBe(expected);
  });

  it.each<[string, Selection, boolean]>([
    ['of everything', selection(''), true],
    ['of the namespace', selection('a'), true],
    ['of a namespace that begins the same', selection('a/'), false],
    ['of a namespace before', selection('A'), false],
    ['of a namespace behind', selection('b'), false],
    ['of labels, which nobody knows', selection('a', 'app=db'), true],
    ['of a field, which nobody knows', selection('a', '', 'spec.nodeName=n2'), true],
    ['of the name', selection('', '', 'metadata.name=x'), true],
    ['of another name', selection('', '', 'metadata.name=y'), false],
    ['of another namespace as a field', selection('', '', 'metadata.namespace=b'), false],
  ])('%s may have what is at a key, or not', (_, one, expected) => {
    expect(one.mayMatch('a/x')).toBe(expected);
  });

  it.each<[Selection, boolean]>([
    [selection(''), true],
    [selection('a'), true],
    [new Selection('a'), true],
    [selection('a', 'app=web'), false],
    [selection('a', '', 'metadata.name=x'), false],
  ])('%# is whole when it leaves nothing out of its range', (one, expected) => {
    expect(one.isWhole).toBe(expected);
  });

  it('has a range of keys', () => {
    expect(selection('').range).toEqual({ from: '', to: undefined });
    expect(selection('a').range).toEqual({ from: 'a/', to: 'a0' });
  });

  it('has a text that tells it from others', () => {
    const all = ['', 'a'].flatMap((namespace) =>
      ['', 'app=web'].flatMap((labels) =>
        ['', 'metadata.name=x'].map((fields) => selection(namespace, labels, fields).text),
      ),
    );
    expect(new Set(all).size).toBe(8);
    expect(selection('a', 'app=web').text).toBe(selection('a', 'app=web').text);
  });
});
