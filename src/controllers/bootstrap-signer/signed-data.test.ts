import { describe, expect, it } from 'vitest';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';
import { detachedSignature } from './signature.ts';
import { signedData } from './signed-data.ts';
import { signingToken } from './signing-tokens.ts';

const now = Date.parse('2030-01-01T00:00:00Z');

describe('a signature', () => {
  const header = 'eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9';
  it.each([
    [
      'Hello from the other side. I must have called a thousand times.',
      'VShe2taLd-YTrmWuRkcL_8QTNDHYxQIEBsAYYiIj1_8',
    ],
    ['', '7Ui1ALizW4jXphVUB7xUqC9vLYLL9RZeOFfVLoB7Tgk'],
  ])('of %j', (text, signature) => {
    expect(detachedSignature(text, 'joshua', 'my voice is my passcode')).toBe(`${header}..${signature}`);
  });
});

describe('data', () => {
  const tokens = [
    { id: 'aaaaaa', secret: 'one' },
    { id: 'bbbbbb', secret: 'two' },
  ];
  const [a, b] = [detachedSignature('text', 'aaaaaa', 'one'), detachedSignature('text', 'bbbbbb', 'two')];
  const signed = { kubeconfig: 'text', 'jws-kubeconfig-aaaaaa': a, 'jws-kubeconfig-bbbbbb': b };

  it.each<[string, Record<string, string>, object | undefined]>([
    ['without content is left alone', { other: 'x', 'jws-kubeconfig-aaaaaa': a }, undefined],
    ['is signed with every token', { kubeconfig: 'text', other: 'x' }, { ...signed, other: 'x' }],
    ['that is signed stays', { ...signed, other: 'x' }, undefined],
    ['lacks a signature', { kubeconfig: 'text', 'jws-kubeconfig-bbbbbb': b }, signed],
    ['has a wrong signature', { ...signed, 'jws-kubeconfig-bbbbbb': a }, signed],
    ['has a signature too many', { ...signed, 'jws-kubeconfig-cccccc': b }, signed],
    [
      'has one for another',
      { kubeconfig: 'text', 'jws-kubeconfig-aaaaaa': a, 'jws-kubeconfig-c': b },
      signed,
    ],
  ])('%s', (_, data, expected) => {
    expect(signedData(data, tokens, 'secret')).toEqual(expected);
  });

  it('loses its signatures with the last token', () => {
    expect(signedData(signed, [], 'secret')).toEqual({ kubeconfig: 'text' });
  });

  it('is signed with the whole token where the dialect says so', () => {
    expect(signedData({ kubeconfig: 'text' }, [tokens[0]!], 'token')).toEqual({
      kubeconfig: 'text',
      'jws-kubeconfig-aaaaaa': detachedSignature('text', 'aaaaaa', 'aaaaaa.one'),
    });
  });
});

describe('a token', () => {
  const valid = {
    'token-id': 'abc123',
    'token-secret': 'secret',
    'usage-bootstrap-signing': 'true',
  };
  const secret = (values: Record<string, string>, name = 'bootstrap-token-abc123'): CoreV1Secret => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, creationTimestamp: null },
    data: Object.fromEntries(
      Object.entries(values).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
    ),
  });
  it.each<[string, CoreV1Secret, boolean]>([
    ['that is valid', secret(valid), true],
    ['that expires later', secret({ ...valid, expiration: '2030-01-01T00:00:01Z' }), true],
    ['that expires later elsewhere', secret({ ...valid, expiration: '2029-12-31T23:00:01-01:00' }), true],
    ['that expires now', secret({ ...valid, expiration: '2030-01-01T00:00:00Z' }), false],
    ['whose end cannot be read', secret({ ...valid, expiration: 'tomorrow' }), false],
    ['of another name', secret(valid, 'token-abc123'), false],
    [
      'with an id of another form',
      secret({ ...valid, 'token-id': 'ABC123' }, 'bootstrap-token-ABC123'),
      false,
    ],
    ['with another id', secret({ ...valid, 'token-id': 'abc124' }), false],
    ['without an id', secret({ ...valid, 'token-id': '' }), false],
    ['without a secret', secret({ ...valid, 'token-secret': '' }), false],
    ['for something else', secret({ ...valid, 'usage-bootstrap-signing': 'True' }), false],
  ])('%s', (_, given, isForSigning) => {
    const expected = isForSigning ? { id: 'abc123', secret: 'secret' } : undefined;
    expect(signingToken(given, now)).toEqual(expected);
  });
});
