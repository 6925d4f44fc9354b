import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { base64, type RequestOptions, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import {
  type AuthorityOptions,
  contents,
  hasOpenSsl,
  makeOpenSslAuthority,
  openssl,
} from '../../../test/support/unit/signing-authorities.ts';
import { parseRequest } from '../../util/certificate-request.ts';
import * as x509 from '../../util/x509-library.ts';
import { issue } from './issue.ts';
import { parseAuthority } from './loaded-authority.ts';

const directory = mkdtempSync(join(tmpdir(), 'issue-'));
afterAll(() => rmSync(directory, { recursive: true }));

const validity = {
  notBefore: new Date(Date.now() - 60_000),
  notAfter: new Date('2051-02-03T04:05:06Z'),
};
const usages = ['key encipherment', 'client auth', 'digital signature'];
let made = 0;

/** An issued certificate: what openssl says about it, without the blanks at the beginning of lines. */
async function issued(
  request: RequestOptions = {},
  { key = 'ec -pkeyopt ec_paramgen_curve:P-256', ...rest }: Partial<AuthorityOptions> = {},
  asked: readonly string[] = usages,
) {
  const name = `ca${++made}`;
  const files = makeOpenSslAuthority(directory, name, { key, ...rest });
  const pem = await issue({
    authority: parseAuthority(...contents(files)),
    request: parseRequest(base64(await requestPem(request))),
    usages: asked,
    validity,
  });
  const file = join(directory, `${name}.issued`);
  writeFileSync(file, pem);
  const text = openssl('x509', '-in', file, '-noout', '-text', '-nameopt', 'RFC2253,-dn_rev');
  return {
    pem,
    file,
    files,
    text: text.replaceAll(/^ +/gm, ''),
    verified: openssl('verify', '-CAfile', files.certificate, file),
  };
}

/** The extensions in order, each with its value. */
const extensionsOf = (text: string): string[] =>
  text
    .split('X509v3 extensions:\n')[1]!
    .split('Signature Algorithm')[0]!
    .trim()
    .split(/\n(?=X509v3|\d+\.)/)
    .map((extension) =>
      extension
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
        .replace(/(?:[\dA-F]{2}:){19}[\dA-F]{2}/, '<id>'),
    );

describe.skipIf(!hasOpenSsl)(
  'a certificate, as openssl reads it (skipped where openssl is not installed)',
  () => {
    it.each([
      ['rsa:2048', 'sha256WithRSAEncryption'],
      ['ec -pkeyopt ec_paramgen_curve:P-256', 'ecdsa-with-SHA256'],
      ['ec -pkeyopt ec_paramgen_curve:P-384', 'ecdsa-with-SHA384'],
      ['ec -pkeyopt ec_paramgen_curve:P-521', 'ecdsa-with-SHA512'],
    ])('signed with a key of type %s', async (key, algorithm) => {
      const { text, verified, file } = await issued({ organizations: ['b', 'a'] }, { key });
      expect(verified).toBe(`${file}: OK\n`);
      expect(text.match(/Signature Algorithm: (\S+)/g)).toEqual([
        ...[`Signature Algorithm: ${algorithm}`, `Signature Algorithm: ${algorithm}`],
      ]);
      expect(text).toContain('Version: 3 (0x2)\n');
      expect(text).toContain(`Subject: O=a+O=b,CN=ann\n`);
      expect(text).toContain('Not After : Feb  3 04:05:06 2051 GMT\n');
      expect(extensionsOf(text)).toEqual([
        'X509v3 Key Usage: critical Digital Signature, Key Encipherment',
        'X509v3 Extended Key Usage: TLS Web Client Authentication',
        'X509v3 Basic Constraints: critical CA:FALSE',
        'X509v3 Authority Key Identifier: <id>',
      ]);
    });

    it.each(['ec', 'rsa', 'ed25519'] as const)('for a key of type %s', async (kind) => {
      const request = await requestPem({ kind });
      const asked = join(directory, `${kind}.csr`);
      writeFileSync(asked, request);
      const files = makeOpenSslAuthority(directory, `for-${kind}`, { key: 'rsa:2048' });
      const authority = parseAuthority(...contents(files));
      const pem = await issue({ authority, request: parseRequest(base64(request)), usages, validity });
      const file = join(directory, `${kind}.pem`);
      writeFileSync(file, pem);
      expect(openssl('x509', '-in', file, '-noout', '-pubkey')).toBe(
        openssl('req', '-in', asked, '-noout', '-pubkey'),
      );
    });

    it('has the names of the request by type, and no other extension of it', async () => {
      const { text } = await issued({
        names: [
          { type: 'url', value: 'spiffe://a/b' },
          { type: 'ip', value: '2001:db8::1' },
          { type: 'email', value: 'a@b.c' },
          { type: 'dns', value: 'b.example' },
          { type: 'ip', value: '10.0.0.1' },
          { type: 'dns', value: '*.a.example' },
          { type: 'id', value: '1.2.3' },
        ],
        extensions: [
          new x509.BasicConstraintsExtension(true, 2, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
          new x509.CertificatePolicyExtension(['1.2.3.4']),
        ],
      });
      expect(extensionsOf(text).slice(2)).toEqual([
        'X509v3 Basic Constraints: critical CA:FALSE',
        'X509v3 Authority Key Identifier: <id>',
        'X509v3 Subject Alternative Name: DNS:b.example, DNS:*.a.example, email:a@b.c, IP Address:2001:DB8:0:0:0:0:0:1, IP Address:10.0.0.1, URI:spiffe://a/b',
      ]);
    });

    it('names are critical where there is no subject, and the authority is not named where it has no name', async () => {
      const { text, verified } = await issued(
        { subject: [], names: [{ type: 'dns', value: 'a' }] },
        { hasKeyIdentifier: false },
        [],
      );
      expect(verified).toContain(': OK');
      expect(text).toContain('Subject: \n');
      expect(extensionsOf(text)).toEqual([
        'X509v3 Basic Constraints: critical CA:FALSE',
        'X509v3 Subject Alternative Name: critical DNS:a',
      ]);
    });

    it('has the subject of the request in an order of its own', async () => {
      const attribute = (type: string, ...values: string[]) => ({
        [type]: values.map((utf8String) => ({ utf8String })),
      });
      const subject = [
        attribute('2.5.4.5', '12'),
        ...[
          attribute('CN', 'first'),
          attribute('CN', 'ann'),
          attribute('DC', 'example'),
          attribute('OU', 'u'),
        ],
        ...[
          attribute('O', 'long organization'),
          attribute('O', 'é, "x"=#1+\\', 'b'),
          attribute('2.5.4.17', '8000'),
        ],
        ...[attribute('2.5.4.9', 's'), attribute('L', 'l'), attribute('ST', 'st'), attribute('C', 'CH')],
      ];
      const { text } = await issued({ subject });
      expect(/Subject: (.*)/.exec(text)?.[1]).toBe(
        'C=CH,ST=st,L=l,street=s,postalCode=8000,O=b+O=\\C3\\A9\\, \\"x\\"=#1\\+\\\\+O=long organization,OU=u,CN=ann,serialNumber=12',
      );
    });

    it('has the subject of its authority as issuer, byte for byte', async () => {
      const subject = '/C=CH/O=Zürich, "AG"/OU=a/CN=root';
      const { file, files } = await issued({}, { subject });
      const hash = (kind: string, path: string) =>
        openssl('x509', '-in', path, '-noout', `-${kind}_hash`, `-${kind}`);
      expect(hash('issuer', file).replace('issuer', '')).toBe(
        hash('subject', files.certificate).replace('subject', ''),
      );
      expect(
        new x509.X509Certificate(contents({ ...files, certificate: file })[0]).issuerName.toArrayBuffer(),
      ).toEqual(new x509.X509Certificate(contents(files)[0]).subjectName.toArrayBuffer());
    });

    it('has every usage in the order of the field', async () => {
      const all = [
        ...['netscape sgc', 'microsoft sgc', 'ocsp signing', 'timestamping', 'ipsec user', 'ipsec tunnel'],
        ...[
          'ipsec end system',
          's/mime',
          'email protection',
          'code signing',
          'client auth',
          'server auth',
          'any',
        ],
        ...['decipher only', 'encipher only', 'crl sign', 'cert sign', 'data encipherment', 'key agreement'],
        ...['key encipherment', 'content commitment', 'digital signature', 'signing'],
      ];
      const { text } = await issued({}, {}, all);
      expect(extensionsOf(text).slice(0, 2)).toEqual([
        'X509v3 Key Usage: critical Digital Signature, Non Repudiation, Key Encipherment, Data Encipherment, Key Agreement, Certificate Sign, CRL Sign, Encipher Only, Decipher Only',
        'X509v3 Extended Key Usage: Any Extended Key Usage, TLS Web Server Authentication, TLS Web Client Authentication, Code Signing, E-mail Protection, IPSec End System, IPSec Tunnel, IPSec User, Time Stamping, OCSP Signing, Microsoft Server Gated Crypto, Netscape Server Gated Crypto',
      ]);
    });

    it.each<[string, readonly string[], number | undefined, string]>([
      ['a usage that is not known', ['fun', 'any', 'x'], undefined, 'unrecognized usage values: ["fun" "x"]'],
      [
        'another signature than its own',
        usages,
        -1,
        'unable to verify certificate request signature: x509: ECDSA verification failure',
      ],
    ])('is not issued for a request with %s', async (_, asked, changed, message) => {
      const files = makeOpenSslAuthority(directory, `refused${++made}`, { key: 'rsa:2048' });
      const request = parseRequest(base64(await requestPem()));
      if (changed !== undefined) request.signed[request.signed.indexOf('ann')] = 'b'.charCodeAt(0);
      const authority = parseAuthority(...contents(files));
      await expect(issue({ authority, request, usages: asked, validity })).rejects.toThrow(message);
    });
  },
);
