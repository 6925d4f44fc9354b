import { FlagError } from '../../../util/flags.ts';
import { StartError } from '../../start-error.ts';

/** OpenSSL's names of the suites up to TLS 1.2, by their IANA names. */
const openSslNames: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: 'ECDHE-ECDSA-AES128-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 'ECDHE-ECDSA-AES256-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: 'ECDHE-RSA-AES256-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: 'ECDHE-ECDSA-AES128-SHA256',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256: 'ECDHE-RSA-AES128-SHA256',
  TLS_RSA_WITH_AES_128_GCM_SHA256: 'AES128-GCM-SHA256',
  TLS_RSA_WITH_AES_256_GCM_SHA384: 'AES256-GCM-SHA384',
  TLS_RSA_WITH_AES_128_CBC_SHA: 'AES128-SHA',
  TLS_RSA_WITH_AES_256_CBC_SHA: 'AES256-SHA',
  TLS_RSA_WITH_AES_128_CBC_SHA256: 'AES128-SHA256',
};

/** Suites of TLS 1.3, which can be named and are always on: they cannot be chosen among. */
const alwaysOn = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

/** RC4 and triple DES: known names of suites that no supported OpenSSL speaks. */
const gone = /^TLS_(ECDHE_(RSA|ECDSA)|RSA)_WITH_(RC4_128|3DES_EDE_CBC)_SHA$/;

/** Without one of these, HTTP/2 is not to be spoken over TLS 1.2. */
const neededByHttp2 = ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'];

/** The suites in OpenSSL's words; undefined when the flag names none. Throws FlagError or StartError. */
export function cipherSuites(names: readonly string[], minVersion: string): string | undefined {
  if (names.length === 0) return undefined;
  const old: string[] = [];
  for (const name of names) {
    const openSsl = Object.hasOwn(openSslNames, name) ? openSslNames[name] : undefined;
    if (openSsl !== undefined) old.push(openSsl);
    else if (gone.test(name)) throw refusal(`${name} is not spoken any more`);
    else if (!alwaysOn.includes(name))
      throw new StartError(`Cipher suite ${name} not supported or doesn't exist`);
  }
  if (minVersion !== 'VersionTLS13' && !neededByHttp2.some((name) => names.includes(name))) {
    throw refusal(`HTTP/2 needs one of ${neededByHttp2.join(', ')}`);
  }
  return [...alwaysOn, ...new Set(old)].join(':');
}

const refusal = (reason: string): FlagError => new FlagError('tls-cipher-suites', reason);
