import { describe, expect, it } from 'vitest';
import { FieldsV1Error, parseFieldsV1 } from './fields-v1.ts';
import { pathTexts } from './path-text.ts';

describe('a field set from a client', () => {
  it('a FieldsV1 from a client becomes canonical', () => {
    const parsed = parseFieldsV1({ 'k:{"b": 1, "a":"x"}': { 'f:z': {}, 'f:a': {}, '.': {} }, 'f:m': {} });
    expect(JSON.stringify(parsed)).toBe(
      '{"f:m":{},"k:{\\"a\\":\\"x\\",\\"b\\":1}":{".":{},"f:a":{},"f:z":{}}}',
    );
  });

  it('without a path is none', () => {
    expect(parseFieldsV1({})).toBeUndefined();
    expect(parseFieldsV1({ '.': {} })).toBeUndefined();
  });

  it.each([
    [null],
    ['x'],
    [[]],
    [{ x: {} }],
    [{ 'f:a': 1 }],
    [{ 'k:x': {} }],
    [{ 'k:[]': {} }],
    [{ 'v:': {} }],
    [{ 'i:x': {} }],
  ])('%j is refused', (value) => {
    expect(() => parseFieldsV1(value)).toThrow(FieldsV1Error);
  });

  it('reads as paths, those of a level before those below', () => {
    const texts = pathTexts({
      'f:metadata': { 'f:labels': { 'f:a.b/c': {} }, 'f:finalizers': { '.': {}, 'v:"x"': {} } },
      'f:spec': {
        'k:{"containerPort":80,"protocol":"TCP"}': {},
        'k:{"name":"a\\"b"}': { 'f:image': {} },
        'i:0': {},
      },
    });
    expect(texts).toEqual([
      '.metadata.finalizers',
      '.metadata.labels.a.b/c',
      '.metadata.finalizers[="x"]',
      '.spec[containerPort=80,protocol="TCP"]',
      '.spec[0]',
      '.spec[name="a\\"b"].image',
    ]);
  });
});
