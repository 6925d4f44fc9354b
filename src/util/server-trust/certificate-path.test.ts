import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { issueServing, makeAuthority } from '../x509.ts';
import { pathError } from './certificate-path.ts';

const read = ({ certificate }: { certificate: string }) => new X509Certificate(certificate);
const names = { dnsNames: ['localhost'], addresses: [] };

it('a server that sends hundreds of possible issuers is given up after a hundred signatures', async () => {
  const authority = await makeAuthority('ca', testValidity());
  const other = read(await makeAuthority('ca', testValidity()));
  const leaf = read(await issueServing(authority, 'server', names, testValidity()));
  const problem = (wrong: number) =>
    pathError([leaf, ...Array(wrong).fill(other), read(authority)], [read(authority).raw], new Date());
  expect(problem(200)).toBeUndefined();
  const unknown = (wrong: number) => pathError([leaf, ...Array(wrong).fill(other)], [], new Date());
  expect(unknown(100)).toContain('the signature is of another key');
  expect(unknown(101)).toContain('signature check attempts limit reached');
});
