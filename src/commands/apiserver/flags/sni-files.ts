import { FlagError, InvalidArgument } from '../../../util/flags.ts';

/** A value of `--tls-sni-cert-key`. */
export interface SniFiles {
  readonly certificate: string;
  readonly privateKey: string;
  /** Lower case, perhaps with a wildcard: `*.example.com`. Empty: those in the certificate. */
  readonly names: readonly string[];
}

const name = /^(\*\.)?([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const flag = { name: 'tls-sni-cert-key' };

/** `a.crt,a.key`, or `a.crt,a.key:api.example.com,*.example.com`. Throws FlagError. */
export function sniFiles(text: string): SniFiles {
  const colon = text.indexOf(':');
  const domains = colon < 0 ? undefined : text.slice(colon + 1).trim();
  if (domains === '') throw new InvalidArgument(flag, text, 'empty names list is not allowed');
  const files = (colon < 0 ? text : text.slice(0, colon)).split(',').map((path) => path.trim());
  const [certificate = '', privateKey = ''] = files;
  if (files.length !== 2 || certificate === '' || privateKey === '')
    throw new InvalidArgument(flag, text, 'expected comma separated certificate and key file paths');
  if (domains === undefined) return { certificate, privateKey, names: [] };
  const names = domains.split(',').map((domain) => domain.trim().toLowerCase());
  const bad = names.find((one) => !name.test(one));
  if (bad !== undefined) throw new FlagError(flag.name, `${text}: ${JSON.stringify(bad)} is no domain name`);
  return { certificate, privateKey, names };
}
