import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlLines, yamlText } from './yaml-lines.ts';

const pod = {
  apiVersion: 'v1',
  metadata: { name: 'web', labels: { 'a.b/c': 'true', on: 'yes' }, annotations: {} },
  spec: {
    containers: [
      { name: 'a', args: ['-c', 'x: y', '# no', ''], ports: [{ containerPort: 80 }] },
      { name: 'b', env: [] },
    ],
    weights: [[1, 2], [3]],
  },
};

describe('YAML', () => {
  it('is written as people write it', () => {
    expect(yamlText(pod).split('\n').slice(0, 12)).toEqual([
      'apiVersion: v1',
      'metadata:',
      '  name: web',
      '  labels:',
      '    a.b/c: "true"',
      '    "on": "yes"',
      '  annotations: {}',
      'spec:',
      '  containers:',
      '  - name: a',
      '    args:',
      '    - "-c"',
    ]);
  });

  it.each([
    ['a pod', pod],
    [
      'texts of several lines',
      { a: 'one\ntwo\n', b: 'one\n\n  two', c: 'x\n\n', d: ' lead\nx', e: ['a\nb\n'], f: 'tail \nx' },
    ],
    [
      'words that mean something else',
      {
        a: 'null',
        b: '1e3',
        c: '0x1f',
        d: '2026-01-01',
        e: '.5',
        f: '-',
        g: '*',
        h: '&a',
        i: '!t',
        j: '%d',
        k: '@x',
        l: '`',
        m: '{',
        n: 'a: b',
        o: 'a #b',
        p: 'a:',
        q: '~',
        r: '1:30',
        s: '=',
        t: '<<',
        u: 'a\tb',
        v: '\u0007',
        w: '?',
        x: '..',
        y: '?x',
        z: '| a',
      },
    ],
    ['numbers, booleans and nothing', { a: 1.5, b: false, c: null, d: [], e: {}, f: [null, [], {}, [[]]] }],
  ])('of %s is read as what was written', (_, value) => {
    expect(parse(yamlText(value))).toEqual(value);
  });

  it('lines know the value that begins in them', () => {
    const lines = yamlLines(pod);
    const pathOf = (text: string) => lines.find((line) => line.text.trim() === text)?.path;
    expect(pathOf('- name: a')).toEqual(['spec', 'containers', 0, 'name']);
    expect(pathOf('- containerPort: 80')).toEqual(['spec', 'containers', 0, 'ports', 0, 'containerPort']);
    expect(pathOf('labels:')).toEqual(['metadata', 'labels']);
  });
});
