import { FlagError } from '../../../util/flags.ts';

/** A value of `--tls-sni-cert-key`. */
export interface SniFiles {
  readonly certificate: string;
  readonly privateKey: string;
  /** Lower case, perhaps with a wildcard: `*.example.com`. Empty: those in the certificate. */
  readonly names: readonly string[];
}

const name = /^(\*\.)?([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** `a.crt,a.key`, or `a.crt,a.key:api.example.com,*.example.com`. Throws FlagError. */
export function sniFiles(text: string): SniFiles {
  const [files = '', domains, ...rest] = text.split(':');
  const [certificate = '', privateKey = '', ...more] = files.split(',').map((path) => path.trim());
  if (rest.length > 0 || more.length > 0 || certificate === '' || privateKey === '') {
    throw refusal(text, 'expected "<certificate file>,<key file>[:<name>,…]"');
  }
  if (domains === undefined) return { certificate, privateKey, names: [] };
  const names = domains.split(',').map((domain) => domain.trim().toLowerCase());
  const bad = names.find((one) => !name.test(one));
  if (bad !== undefined) throw refusal(text, `${JSON.stringify(bad)} is no domain name`);
  return { certificate, privateKey, names };
}

const refusal = (text: string, reason: string): FlagError =>
  new FlagError('tls-sni-cert-key', `${text}: ${reason}`);
