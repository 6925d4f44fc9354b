import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Identity, makeAuthority } from '../../util/x509.ts';
import { SigningAuthority } from './signing-authority.ts';

const validity = { notBefore: new Date(0), notAfter: new Date('2040-01-01T00:00:00Z') };
const [first, second] = [await makeAuthority('first', validity), await makeAuthority('second', validity)];

let directory: string;
let files: { certificate: string; key: string };
let warnings: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'authority-'));
  files = { certificate: join(directory, 'ca.crt'), key: join(directory, 'ca.key') };
  warnings = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

function write({ certificate, privateKey }: Partial<Identity>): void {
  if (certificate !== undefined) writeFileSync(files.certificate, certificate);
  if (privateKey !== undefined) writeFileSync(files.key, privateKey);
}
const load = () =>
  SigningAuthority.load(files, { info: () => {}, warn: (message) => void warnings.push(message) });
const subjectOf = (authority: SigningAuthority): string => authority.current.subject.toString();

describe('a certificate authority in files', () => {
  it('is read again when both files have changed', async () => {
    write(first);
    const authority = await load();
    expect(subjectOf(authority)).toBe('CN=first');
    expect(authority.current.notAfter).toBe(validity.notAfter.getTime());
    write(second);
    expect(subjectOf(authority)).toBe('CN=first');
    await authority.refresh();
    expect(subjectOf(authority)).toBe('CN=second');
    expect(warnings).toEqual([]);
  });

  it('stays while the new files do not belong together, and is replaced once they do', async () => {
    write(first);
    const authority = await load();
    write({ certificate: second.certificate });
    await authority.refresh();
    await authority.refresh();
    expect(subjectOf(authority)).toBe('CN=first');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain('the private key is not that of the certificate');
    write(second);
    await authority.refresh();
    expect(subjectOf(authority)).toBe('CN=second');
  });

  it('stays while a file is missing', async () => {
    write(first);
    const authority = await load();
    rmSync(files.key);
    await authority.refresh();
    expect(subjectOf(authority)).toBe('CN=first');
    expect(warnings).toEqual([expect.stringContaining('ENOENT')]);
  });

  it('is not read again when nothing has changed', async () => {
    write(first);
    const authority = await load();
    const before = authority.current;
    await authority.refresh();
    expect(authority.current).toBe(before);
    copyFileSync(files.key, `${files.key}.copy`);
    utimesSync(files.key, 1, 1);
    await authority.refresh();
    expect(authority.current).not.toBe(before);
    expect(readFileSync(files.key, 'utf8')).toBe(readFileSync(`${files.key}.copy`, 'utf8'));
  });

  it.each<[string, Partial<Identity>, string]>([
    [
      'two certificates',
      { certificate: first.certificate + second.certificate },
      'expected 1 certificate, found 2',
    ],
    ['no certificate', { certificate: first.privateKey }, 'expected 1 certificate, found 0'],
    ['no key', { privateKey: first.certificate }, 'the file has no private key'],
    [
      'an encrypted key',
      { privateKey: first.privateKey.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\n\n') },
      'the file has no private key',
    ],
    [
      'the key of another',
      { privateKey: second.privateKey },
      'the private key is not that of the certificate',
    ],
  ])('is refused with %s', async (_, change, message) => {
    write({ ...first, ...change });
    await expect(load()).rejects.toThrow(message);
  });
});
