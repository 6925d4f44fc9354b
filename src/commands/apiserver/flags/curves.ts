import { FlagError } from '../../../util/flags.ts';

/** OpenSSL's names of the groups for the exchange of keys, by their numbers and names in TLS. */
const openSslNames: Readonly<Record<string, string>> = {
  23: 'prime256v1',
  24: 'secp384r1',
  25: 'secp521r1',
  29: 'X25519',
  4588: 'X25519MLKEM768',
  CurveP256: 'prime256v1',
  CurveP384: 'secp384r1',
  CurveP521: 'secp521r1',
  X25519: 'X25519',
  X25519MLKEM768: 'X25519MLKEM768',
};

/** The curves in OpenSSL's words; undefined when the flag names none. Throws FlagError. */
export function curvesOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return names
    .map((name) => {
      if (Object.hasOwn(openSslNames, name)) return openSslNames[name];
      const known = Object.keys(openSslNames).join(', ');
      throw new FlagError('tls-curve-preferences', `curve ${name} is not one of ${known}.`);
    })
    .join(':');
}
