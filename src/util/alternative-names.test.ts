import { describe, expect, it } from 'vitest';
import { base64, requestPem } from '../../test/support/unit/certificate-requests.ts';
import { alternativeNamesOf } from './alternative-names.ts';
import { parseRequest } from './certificate-request.ts';
import { derValue } from './der.ts';
import * as x509 from './x509-library.ts';

const namesOf = (raw: Buffer): x509.Extension => new x509.Extension('2.5.29.17', false, raw);
const general = (tag: number, content: Buffer | string): Buffer =>
  derValue(tag, Buffer.from(content as string));

async function read(extensions: x509.Extension[], options = {}) {
  const request = parseRequest(base64(await requestPem({ extensions, ...options })));
  return alternativeNamesOf(request).map(({ type, der }) => `${type} ${der.subarray(2).toString('latin1')}`);
}

describe('the alternative names of a request', () => {
  it('are read in order, with types that the library knows', async () => {
    const names = [
      { type: 'url', value: 'https://a/b' },
      { type: 'dns', value: '*.example.com' },
      { type: 'ip', value: '1.2.3.4' },
      { type: 'email', value: 'a@b.c' },
    ];
    const constraints = new x509.BasicConstraintsExtension(true, 2, true);
    expect(await read([constraints], { names })).toEqual([
      ...['uri https://a/b', 'dns *.example.com', 'ip \u0001\u0002\u0003\u0004', 'email a@b.c'],
    ]);
  });

  it('are read beside names and extensions that cannot be', async () => {
    const names = Buffer.concat([general(0xa0, 'x'), general(0x82, 'a'), general(0x88, 'y')]);
    const broken = new x509.Extension('2.5.29.19', true, Buffer.from('no DER'));
    expect(await read([broken, namesOf(derValue(0x30, names))])).toEqual(['dns a']);
    expect(await read([])).toEqual([]);
  });

  it.each<[string, Buffer, string]>([
    [
      'an address of five bytes',
      derValue(0x30, general(0x87, '12345')),
      'x509: cannot parse IP address of length 5',
    ],
    ['a name beyond ASCII', derValue(0x30, general(0x82, 'é')), 'x509: SAN dns name is malformed'],
    ['no sequence', general(0x82, 'a'), 'x509: subjectAltName is malformed'],
    ['nothing', Buffer.alloc(0), 'x509: subjectAltName is malformed'],
    ['a truncated name', Buffer.from([0x30, 2, 0x82, 9]), 'asn1: syntax error: data truncated'],
  ])('are refused when there is %s', async (_, raw, message) => {
    await expect(read([namesOf(raw)])).rejects.toThrow(message);
  });
});

it.each([
  [0, '3000'],
  [127, '307f'],
  [128, '308180'],
  [256, '30820100'],
  [65_536, '3083010000'],
])('a value of %i bytes has its length before it', (length, head) => {
  const value = derValue(0x30, Buffer.alloc(length));
  expect(value.length).toBe(head.length / 2 + length);
  expect(value.subarray(0, head.length / 2).toString('hex')).toBe(head);
});
