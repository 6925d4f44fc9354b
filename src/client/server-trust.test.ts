import { describe, expect, it } from 'vitest';
import {
  authority,
  critical,
  forClients,
  forServers,
  maySign,
  maySignData,
  named,
  noAuthority,
  type OddCertificate,
  type OddOptions,
  oddCertificate,
  serveWith,
} from '../../test/support/unit/odd-certificates.ts';
import { Transport } from './transport.ts';

const root = (options: Partial<OddOptions> = {}) =>
  oddCertificate({ subject: 'CN=same', extensions: [authority(), maySign], ...options });
const leaf = (by: OddCertificate, options: Partial<OddOptions> = {}) =>
  oddCertificate({ subject: 'CN=same', by, extensions: [noAuthority, named('localhost')], ...options });

const day = 86_400_000;
const past = { notBefore: new Date(Date.now() - 2 * day), notAfter: new Date(Date.now() - day) };
const future = { notBefore: new Date(Date.now() + day), notAfter: new Date(Date.now() + 2 * day) };

/** The certificates that the server sends, its own first, and those in the bundle of the client. */
interface Scene {
  sent: OddCertificate[];
  bundle: OddCertificate[];
}
type Form = () => Promise<Scene>;

const alone = (by: OddCertificate, own: OddCertificate): Scene => ({ sent: [own], bundle: [by] });
/** A leaf of an authority, both with one name. */
const pair =
  (own: Partial<OddOptions>, above: Partial<OddOptions> = {}): Form =>
  async () => {
    const by = await root(above);
    return alone(by, await leaf(by, own));
  };
/** A leaf, an intermediate authority that is sent, and a root, all with one name. */
const three =
  (own: Partial<OddOptions>, middle: Partial<OddOptions>, above: Partial<OddOptions> = {}): Form =>
  async () => {
    const top = await root(above);
    const between = await root({ by: top, ...middle });
    return { sent: [await leaf(between, own), between], bundle: [top] };
  };

/** permitted (a0) or excluded (a1) below b.example */
const constraint = (tag: string): string => `300f${tag}0d300b8209622e6578616d706c65`;
const below = (constraints: string): Partial<OddOptions> => ({
  extensions: [authority(), critical('2.5.29.30', constraints)],
});

const accepted: Record<string, Form> = {
  'the name of its issuer': pair({}),
  'the name of its issuer, and all usages that there are': pair(
    { extensions: [noAuthority, maySignData, forServers, named('localhost')] },
    { extensions: [authority(0), maySign, forServers] },
  ),
  'no name, as its issuer': pair({ subject: '' }, { subject: '' }),
  'no name, and an issuer with one': pair({ subject: '' }),
  'the name of an issuer that is sent, and of the root': three({}, {}),
  'an issuer in the bundle that is not a root': async () => {
    const between = await root({ subject: 'CN=between', by: await root() });
    return alone(between, await leaf(between, { subject: 'CN=own' }));
  },
  'a root in the bundle that was renewed with another key': async () => {
    const by = await root();
    return { sent: [await leaf(by)], bundle: [await root(), by] };
  },
  'itself in the bundle': async () => {
    const own = await leaf(await root(), { subject: 'CN=own' });
    return alone(own, own);
  },
  'an issuer with an RSA key of 1,024 bits': pair({ subject: 'CN=own' }, { key: 'rsa-1024' }),
  'a name that its issuer may sign for': pair(
    { extensions: [noAuthority, named('a.b.example')] },
    below(constraint('a0')),
  ),
};

const refused: Record<string, [Form, RegExp]> = {
  'another name': [
    pair({ extensions: [noAuthority, named('a.example')] }),
    /valid for a\.example, 127\.0\.0\.1, not localhost/,
  ],
  'no alternative names': [pair({ extensions: [noAuthority] }), /no subject alternative names/],
  'an end in the past': [pair({ validity: past }), /has expired or is not yet valid: .* is after/],
  'a beginning in the future': [pair({ validity: future }), /expired or is not yet valid: .* is before/],
  'an issuer with an end in the past': [pair({}, { validity: past }), /is after/],
  'an issuer with a beginning in the future': [pair({}, { validity: future }), /is before/],
  'an intermediate issuer with an end in the past': [three({}, { validity: past }), /is after/],
  'a purpose for clients only': [
    pair({ extensions: [noAuthority, forClients, named('localhost')] }),
    /incompatible key usage/,
  ],
  'a key usage for certificates only': [
    pair({ extensions: [noAuthority, maySign, named('localhost')] }),
    /incompatible key usage/,
  ],
  'an issuer for clients only': [
    pair({}, { extensions: [authority(), forClients] }),
    /incompatible key usage/,
  ],
  'an issuer that is no authority': [
    pair({}, { extensions: [noAuthority, named('localhost')] }),
    /unknown authority \(possibly because of .*cannot sign this kind/,
  ],
  'an issuer without basic constraints': [pair({}, { extensions: [] }), /cannot sign this kind/],
  'an issuer that may not sign certificates': [
    pair({}, { extensions: [authority(), maySignData] }),
    /cannot sign this kind/,
  ],
  'an intermediate issuer that is no authority': [
    three({}, { extensions: [noAuthority] }),
    /cannot sign this kind/,
  ],
  'more intermediate issuers than the path length': [
    three({}, {}, { extensions: [authority(0)] }),
    /too many intermediates/,
  ],
  'the name of an authority with another key': [
    async () => alone(await root(), await leaf(await root())),
    /unknown authority \(possibly because of .*another key.*candidate authority certificate "CN=same"/,
  ],
  'a signature of its own key, and the name of an authority': [
    async () =>
      alone(await root(), await oddCertificate({ subject: 'CN=same', extensions: [named('localhost')] })),
    /another key/,
  ],
  'an issuer that nobody knows': [
    async () => {
      const by = await root({ subject: 'CN=far,O=away' });
      return alone(await root(), await leaf(by, { subject: 'CN=own' }));
    },
    /unknown authority \(the issuer "CN=far,O=away" is not in the CA bundle\)/,
  ],
  'an issuer that is sent, and nobody knows': [
    async () => ({ sent: (await three({}, {})()).sent, bundle: [await root({ subject: 'CN=x' })] }),
    /unknown authority \(the issuer "CN=same" is not in the CA bundle\)/,
  ],
  'an unrelated leaf in the bundle': [
    async () => {
      const by = await root();
      return alone(await leaf(by, { subject: 'CN=other' }), await leaf(by, { subject: 'CN=own' }));
    },
    /unknown authority/,
  ],
  'a leaf in the bundle as its issuer': [
    async () => {
      const other = await leaf(await root(), { subject: 'CN=other' });
      return alone(other, await leaf(other, { subject: 'CN=own' }));
    },
    /cannot sign this kind/,
  ],
  'a signature with SHA-1': [pair({}, { key: 'p-256-sha1' }), /insecure algorithm ecdsa-with-SHA1/],
  'a signature with SHA-1 by another name': [
    pair({ subject: 'CN=own' }, { key: 'rsa-1024-sha1' }),
    /insecure algorithm sha1WithRSAEncryption/,
  ],
  'an issuer with an RSA key of 768 bits': [pair({ subject: 'CN=own' }, { key: 'rsa-768' }), /kind or size/],
  'a name that its issuer may not sign for': [pair({}, below(constraint('a0'))), /not permitted/],
  'a name that its issuer is kept from': [
    pair({ extensions: [noAuthority, named('a.b.example')] }, below(constraint('a1'))),
    /is excluded/,
  ],
  'a wildcard for what its issuer is kept from': [
    pair({ extensions: [noAuthority, named('*.example')] }, below(constraint('a1'))),
    /is excluded/,
  ],
  'an issuer with constraints of another form': [
    // Permitted: addresses of mail in b.example.
    pair({}, below(constraint('a0').replace('82', '81'))),
    /unknown authority|unhandled name constraint/,
  ],
  'a critical extension that nobody knows': [
    pair({ extensions: [noAuthority, named('localhost'), critical('1.2.3.4', '0500')] }),
    /unhandled critical extension/,
  ],
  'an issuer with a critical extension that nobody knows': [
    pair({}, { extensions: [authority(), critical('1.2.3.4', '0500')] }),
    /unknown authority/,
  ],
};

async function callOf(
  { sent, bundle }: Scene,
  serverName: string,
): Promise<{ outcome: string; heard: object }> {
  const server = await serveWith(sent);
  const pem = bundle.map(({ certificate }) => certificate).join('');
  const transport = new Transport({ authority: pem, serverName });
  const url = `https://127.0.0.1:${server.port}/`;
  const call = { method: 'POST', url, headers: {}, body: 'secret', timeout: 5_000, maxBytes: 100 } as const;
  const outcome = await transport.send(call).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  transport[Symbol.dispose]();
  await server.close();
  return { outcome, heard: server.heard };
}

describe('a webhook accepts a server whose certificate has', () => {
  it.for(Object.entries(accepted))('%s', async ([title, form]) => {
    const name = title.startsWith('a name') ? 'a.b.example' : 'localhost';
    const { outcome, heard } = await callOf(await form(), name);
    expect([outcome, heard]).toEqual([
      'accepted',
      { requests: 1, bytes: expect.toSatisfy((bytes: number) => bytes > 50) },
    ]);
  });
});

describe('a webhook sends nothing to a server whose certificate has', () => {
  it.for(Object.entries(refused))('%s', async ([title, [form, reason]]) => {
    const name = /kept from$/.test(title) ? 'a.b.example' : 'localhost';
    const { outcome, heard } = await callOf(await form(), name);
    expect(outcome).toMatch(/^Post "[^"]+": x509: /);
    expect(outcome).toMatch(reason);
    expect(heard).toEqual({ requests: 0, bytes: 0 });
  });
});
