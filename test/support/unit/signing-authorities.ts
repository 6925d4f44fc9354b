import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether openssl can be asked; tests that ask it are skipped without it. */
export const hasOpenSsl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export interface AuthorityOptions {
  /** As openssl calls it: `rsa:2048`, `ec -pkeyopt ec_paramgen_curve:P-384`. */
  key: string;
  subject?: string;
  hasKeyIdentifier?: boolean;
  days?: number;
}

export interface AuthorityFiles {
  certificate: string;
  key: string;
}

/** A self-signed authority that openssl makes; its files are named after `name`. */
export function makeOpenSslAuthority(
  directory: string,
  name: string,
  { key, subject = `/CN=${name}`, hasKeyIdentifier = true, days = 365 }: AuthorityOptions,
): AuthorityFiles {
  const files = { certificate: join(directory, `${name}.crt`), key: join(directory, `${name}.key`) };
  const config = join(directory, `${name}.cnf`);
  const identifier = `subjectKeyIdentifier=${hasKeyIdentifier ? 'hash' : 'none'}\n`;
  writeFileSync(
    config,
    `[req]\ndistinguished_name=name\n[name]\n[ca]\nbasicConstraints=critical,CA:TRUE\n${identifier}`,
  );
  openssl(
    ...['req', '-x509', '-config', config, '-extensions', 'ca', '-utf8', '-subj', subject, '-nodes'],
    ...['-newkey', ...key.split(' '), '-keyout', files.key, '-out', files.certificate, '-days', `${days}`],
  );
  return files;
}

export const contents = ({ certificate, key }: AuthorityFiles): [certificate: string, key: string] => [
  readFileSync(certificate, 'utf8'),
  readFileSync(key, 'utf8'),
];
