import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { secret } from './index.ts';

const bench = new Bench(secret(dependencies), { metadata: metadata('key') });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const frozen = 'Forbidden: field is immutable when `immutable` is set';

test('stringData goes over data and is not kept', () => {
  const { object } = bench.create({
    data: { a: base64('old'), b: 'Yg==' },
    stringData: { a: 'new', c: 'ü' },
  });
  expect(object).toMatchObject({ type: 'Opaque', data: { a: base64('new'), b: 'Yg==', c: base64('ü') } });
  expect(object).not.toHaveProperty('stringData');
});

test('a value that is null is empty', () => {
  const { object, errors } = bench.create({ data: { a: null }, stringData: { b: null } });
  expect([object.data, errors]).toEqual([{ a: '', b: '' }, []]);
});

test('a key may be called __proto__', () => {
  const { object } = bench.create({ stringData: JSON.parse('{"__proto__":"x"}') });
  expect(Object.entries(object.data ?? {})).toEqual([['__proto__', base64('x')]]);
});

describe('a Secret', () => {
  test.each<[string, Written, string[]]>([
    ['may be of any type', { type: 'example.com/thing' }, []],
    [
      'names files',
      { data: { 'a/b': '' } },
      [expect.stringMatching(/^data\[a\/b\]: Invalid value: "a\/b": a valid config key/)],
    ],
    [
      'holds a megabyte',
      { data: { a: Buffer.alloc(1024 * 1024 + 1).toString('base64') } },
      ['data: Too long: must have at most 1048576 bytes'],
    ],
    [
      'with a token says whose',
      { type: 'orch.io/service-account-token' },
      ['metadata.annotations[orch.io/service-account.name]: Required value'],
    ],
    [
      'with a token that says whose is fine',
      {
        type: 'orch.io/service-account-token',
        metadata: { annotations: { 'orch.io/service-account.name': 'web' } },
      },
      [],
    ],
    ['for a registry has its file', { type: 'orch.io/dockercfg' }, ['data[.dockercfg]: Required value']],
    [
      'for a registry has JSON',
      { type: 'orch.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'p4ssword' } },
      [
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character \'p\' looking for beginning of value',
      ],
    ],
    [
      'for a registry has more than nothing',
      { type: 'orch.io/dockerconfigjson', stringData: { '.dockerconfigjson': '' } },
      ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      'for a registry has a JSON object',
      { type: 'orch.io/dockercfg', stringData: { '.dockercfg': '[]' } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      'for a registry is fine',
      { type: 'orch.io/dockercfg', stringData: { '.dockercfg': '{"auths":{}}' } },
      [],
    ],
    [
      'for a login has one of both',
      { type: 'orch.io/basic-auth' },
      ['data[%s][username]: Required value', 'data[%s][password]: Required value'],
    ],
    ['for a login may have one', { type: 'orch.io/basic-auth', data: { password: '' } }, []],
    [
      'for ssh has a key that is not empty',
      { type: 'orch.io/ssh-auth', data: { 'ssh-privatekey': '' } },
      ['data[%s][ssh-privatekey]: Required value'],
    ],
    [
      'for TLS has both files',
      { type: 'orch.io/tls', data: { 'tls.crt': '' } },
      ['data[tls.key]: Required value'],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test.each<[string, Written, Written, string[]]>([
    ['keeps its type', {}, { type: 'example.com/a' }, ['type: Invalid value: "Opaque": field is immutable']],
    [
      'stays frozen',
      { data: { a: 'Yg==' } },
      { immutable: true, data: { a: 'YQ==' } },
      [`immutable: ${frozen}`, `data: ${frozen}`],
    ],
    [
      'may be written with stringData when nothing changes',
      { immutable: true, stringData: { a: 'a' } },
      { immutable: true, data: { a: 'YQ==' } },
      [],
    ],
  ])('updated, %s', (_, change, old, errors) => {
    expect(bench.update(change, old).errors).toEqual(errors);
  });

  test('is found by its type', () => {
    expect(bench.rules.selectableFields?.of(bench.decode())).toEqual({ type: 'Opaque' });
  });

  test('shows its type and how many values it holds', () => {
    expect(bench.row({ data: { a: '' } })).toEqual({ Name: 'key', Type: 'Opaque', Data: 1, Age: '5m10s' });
  });
});
