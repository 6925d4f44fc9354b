/** SPEC.md: the states of a certificate signing request, and the table of built-in signers, row by row. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AskedCertificate, CertificateRequests } from '../../support/certificate-requests.ts';
import { OpenSsl } from '../../support/openssl.ts';
import { TestServer } from '../../support/server.ts';
import { openssl } from '../../support/unit/signing-authorities.ts';
import { until } from '../../support/until.ts';

/** Machines are slow at times. */
const soon = { timeout: 30_000 };

const group = 'certificates.orch.io';
const signers = {
  client: 'orch.io/orch-apiserver-client',
  nodeClient: 'orch.io/orch-apiserver-client-nodeagent',
  nodeServing: 'orch.io/nodeagent-serving',
  own: 'example.com/mine',
};
const directory = mkdtempSync(join(tmpdir(), 'certificate-states-'));
let server: TestServer;
let requests: CertificateRequests;
beforeAll(async () => {
  server = await TestServer.start({
    dialect: 'orch',
    flags: ['--controllers=csrsigning', '--cluster-signing-duration=48h'],
  });
  requests = new CertificateRequests({ server, group, directory });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true });
});

const node = { subject: '/O=system:nodes/CN=system:node:a' };
const nodeUsages = (third: string): string[] => ['key encipherment', 'digital signature', third];
const ago = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+/, '');

/** What openssl reads in a certificate: each line without its blanks, an extension's value behind its name. */
function read(pem: string): string {
  const file = join(directory, 'issued.pem');
  writeFileSync(file, pem);
  openssl('verify', '-CAfile', join(server.directory, 'ca.crt'), '-purpose', 'any', file);
  const text = openssl('x509', '-in', file, '-noout', '-text', '-nameopt', 'RFC2253,-dn_rev');
  return text
    .replaceAll(/^ +/gm, '')
    .replaceAll(/(X509v3 [^\n]*)\n/g, '$1 ')
    .replaceAll('  ', ' ');
}

const hoursOf = (text: string): number => {
  const time = (name: string): number => Date.parse(new RegExp(`${name} *: (.*)`).exec(text)![1]!);
  return (time('Not After') - time('Not Before')) / 3_600_000;
};

/** Approved by hand; the message of the log when it is refused, else what openssl reads. */
async function signed(name: string, asked: AskedCertificate): Promise<string> {
  await requests.create(name, asked);
  await requests.decide(name, 'Approved');
  const refusal = new RegExp(String.raw`certificate request \\"${name}\\" is not signed: ([^"]*)"`);
  let found: string | undefined;
  await until(async () => {
    found = refusal.exec(server.output)?.[1];
    return found !== undefined || (await requests.get(name)).status.certificate !== undefined;
  });
  return found === undefined ? read(await requests.issued(name)) : `refused: ${found}`;
}

describe('the signers: who, with which names and usages', () => {
  type Row = [
    rule: string,
    signer: keyof typeof signers,
    asked: Partial<AskedCertificate>,
    expected: string[],
  ];
  const keyUsage = 'X509v3 Key Usage: critical Digital Signature, Key Encipherment';
  const forClients = 'X509v3 Extended Key Usage: TLS Web Client Authentication';
  const forServers = 'X509v3 Extended Key Usage: TLS Web Server Authentication';
  const noAuthority = 'X509v3 Basic Constraints: critical CA:FALSE';
  const organization = 'refused: subject organization is not system:nodes';
  const commonName = 'refused: subject common name does not begin with system:node:';
  const serving = { ...node, usages: nodeUsages('server auth'), names: 'DNS:a' };
  const rows: Row[] = [
    [
      'any subject; names and key usage are honored',
      'client',
      { subject: '/O=x/O=y/CN=jane', names: 'DNS:a.example,IP:10.0.0.1,email:a@b.c,URI:u://v' },
      [
        ...['Subject: O=x+O=y,CN=jane', keyUsage, forClients, noAuthority],
        'X509v3 Subject Alternative Name: DNS:a.example, email:a@b.c, IP Address:10.0.0.1, URI:u://v',
      ],
    ],
    ['client auth alone is enough', 'client', { usages: ['client auth'] }, [forClients]],
    [
      'client auth is needed',
      'client',
      { usages: ['digital signature'] },
      ['refused: missing required usage for client certificate: client auth'],
    ],
    [
      'no other usage',
      'client',
      { usages: ['client auth', 'server auth'] },
      ['refused: invalid usage for client certificate: server auth'],
    ],
    [
      'an authority is never made; other extensions are dropped',
      'client',
      { extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign', 'nsComment=mine'] },
      [noAuthority, keyUsage],
    ],
    ['a node', 'nodeClient', node, ['Subject: O=system:nodes,CN=system:node:a', keyUsage, forClients]],
    ['no other organization', 'nodeClient', { subject: '/O=x/CN=system:node:a' }, [organization]],
    [
      'no organization more',
      'nodeClient',
      { subject: '/O=system:nodes/O=x/CN=system:node:a' },
      [organization],
    ],
    ['a name of a node', 'nodeClient', { subject: '/O=system:nodes/CN=a' }, [commonName]],
    [
      'no alternative names',
      'nodeClient',
      { ...node, names: 'DNS:a' },
      ['refused: DNS subjectAltNames are not allowed'],
    ],
    [
      'all three usages',
      'nodeClient',
      { ...node, usages: ['client auth', 'digital signature'] },
      ['refused: usages did not match [client auth digital signature key encipherment]'],
    ],
    [
      'a node that serves, under DNS and IP names',
      'nodeServing',
      { ...serving, names: 'DNS:a,IP:10.0.0.1' },
      [keyUsage, forServers, noAuthority, 'X509v3 Subject Alternative Name: DNS:a, IP Address:10.0.0.1'],
    ],
    ['an IP name is enough', 'nodeServing', { ...serving, names: 'IP:::1' }, ['IP Address:0:0:0:0:0:0:0:1']],
    [
      'a name is needed',
      'nodeServing',
      { ...serving, names: undefined as never },
      ['refused: DNS or IP subjectAltName is required'],
    ],
    [
      'no e-mail',
      'nodeServing',
      { ...serving, names: 'DNS:a,email:a@b.c' },
      ['refused: Email subjectAltNames are not allowed'],
    ],
    [
      'no URI',
      'nodeServing',
      { ...serving, names: 'DNS:a,URI:u://v' },
      ['refused: URI subjectAltNames are not allowed'],
    ],
    ['its organization', 'nodeServing', { ...serving, subject: '/CN=system:node:a' }, [organization]],
    ['its common name', 'nodeServing', { ...serving, subject: '/O=system:nodes/CN=a' }, [commonName]],
    [
      'its usages',
      'nodeServing',
      { ...serving, usages: nodeUsages('client auth') },
      ['refused: usages did not match [digital signature key encipherment server auth]'],
    ],
  ];

  it.each(rows)('%s (%s)', async (rule, signer, asked, expected) => {
    const name = `${signer}-${rule}`.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    const found = await signed(name, { subject: '/CN=jane', signer: signers[signer], ...asked });
    for (const text of expected) expect(found).toContain(text);
    expect(found.startsWith('refused')).toBe(expected[0]!.startsWith('refused'));
    expect(found).not.toMatch(/CA:TRUE|Certificate Sign|Netscape Comment/);
  });

  it('the legacy signer cannot be named', async () => {
    const asked = { subject: '/CN=a', signer: 'orch.io/legacy-unknown' };
    await expect(requests.create('legacy', asked)).rejects.toThrow('422');
  });

  // Five minutes are for clocks that are behind.
  it.each<[string, number | undefined, number]>([
    ['the flag of the signers', undefined, 48],
    ['what was asked for', 7_200, 2 + 5 / 60],
    ['the flag, where more was asked for', 360_000, 48],
  ])('the certificate lives as long as %s says', async (name, expirationSeconds, hours) => {
    const asked = { subject: '/CN=a', signer: signers.client };
    const more = expirationSeconds === undefined ? {} : { expirationSeconds };
    const text = await signed(`life-${name.length}`, { ...asked, ...more });
    expect(hoursOf(text)).toBeCloseTo(hours, 1);
  });
});

describe('the states', () => {
  const asked = { subject: '/CN=jane', signer: signers.client };
  const state = async (name: string): Promise<string> => {
    const { conditions = [], certificate } = (await requests.get(name)).status;
    const types = conditions.map(({ type }: { type: string }) => type);
    return [...types, ...(certificate === undefined ? [] : ['issued'])].join(' ') || 'pending';
  };
  /** Another request went through all controllers meanwhile. */
  const settled = async (name: string): Promise<void> => void (await signed(`after-${name}`, asked));

  it('none, create: pending, and so it stays', async () => {
    await requests.create('pending', asked);
    await settled('pending');
    expect(await state('pending')).toBe('pending');
  });

  it('pending, Approved: approved, then issued', async () => {
    await requests.create('approved', asked);
    await requests.decide('approved', 'Approved');
    await requests.issued('approved');
    expect(await state('approved')).toBe('Approved issued');
  });

  it('pending, Denied: denied, and not signed', async () => {
    await requests.create('denied', asked);
    await requests.decide('denied', 'Denied');
    await settled('denied');
    expect(await state('denied')).toBe('Denied');
  });

  it.each([
    ['Approved', 'Denied'],
    ['Denied', 'Approved'],
  ] as const)('%s is final: %s is refused', async (first, second) => {
    const name = `final-${first.toLowerCase()}`;
    await requests.create(name, { ...asked, signer: signers.own });
    await requests.decide(name, first);
    await expect(requests.decide(name, second)).rejects.toThrow('422');
    expect(await state(name)).toBe(first);
  });

  it('approved, a signer refuses: no certificate, and no condition', async () => {
    const found = await signed('refused', { ...asked, usages: ['server auth'] });
    expect([found.startsWith('refused'), await state('refused')]).toEqual([true, 'Approved']);
  });

  it('approved, for a signer of another make: waits, and is issued by that', async () => {
    await requests.create('own', { ...asked, signer: signers.own });
    await requests.decide('own', 'Approved');
    await settled('own');
    expect(await state('own')).toBe('Approved');
    const openSsl = new OpenSsl(join(directory, 'own'));
    await requests.issue('own', openSsl.client('/CN=jane', openSsl.authority('/CN=ca')).certificate);
    expect(await state('own')).toBe('Approved issued');
  });

  it('garbage collection: decided for an hour, or the certificate has expired; pending waits for a day', async () => {
    const own = await TestServer.start({ dialect: 'orch' });
    const earlier = new CertificateRequests({ server: own, group, directory });
    const openSsl = new OpenSsl(join(directory, 'expired'));
    const authority = openSsl.authority('/CN=ca');
    const hour = 3_600_000;
    const until = (ends: number) =>
      openSsl.make({ subject: '/CN=a', issuer: authority, begins: -2 * hour, ends }).certificate;
    const rows: [name: string, type: 'Approved' | 'Denied' | undefined, hours: number, pem?: string][] = [
      ['approved-long-ago', 'Approved', 1.1],
      ['issued-long-ago', 'Approved', 1.1, until(hour)],
      ['denied-long-ago', 'Denied', 1.1],
      ['expired', 'Approved', 0.5, until(-hour / 60)],
      ['issued', 'Approved', 0.5, until(hour)],
      ['denied', 'Denied', 0.9],
      ['pending', undefined, 0],
    ];
    for (const [name, type, hours, pem] of rows) {
      await earlier.create(name, { ...asked, signer: signers.own });
      if (type !== undefined) await earlier.decide(name, type, ago(hours));
      if (pem !== undefined) await earlier.issue(name, pem);
    }
    await own.stop();
    const { directory: data } = own;
    const again = await TestServer.start({
      dialect: 'orch',
      directory: data,
      flags: ['--controllers=csrcleaner'],
    });
    onTestFinished(() => again.remove());
    const left = async (): Promise<string[]> =>
      (await again.client.get(earlier.path)).body.items.map(({ metadata }: any) => metadata.name);
    await expect.poll(left, soon).toEqual(['denied', 'issued', 'pending']);
  });
});
