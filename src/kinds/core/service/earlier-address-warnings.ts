import {
  type Address,
  addressText,
  isMapped,
  parseAddress,
  parsePrefix,
} from '../../../api/cel/library/addresses.ts';
import { CelError } from '../../../api/cel/values/value.ts';
import { type Dialect, productName } from '../../../api/meta/dialect.ts';
import { goQuote } from '../../../util/quote.ts';
import type { AddressRules } from '../../shared/addresses/address-rules.ts';

/** The warnings of 1.27 to 1.32 about the addresses of Services; later ones are those of all kinds. */
export const earlierAddressWarnings = (
  dialect: Dialect,
): Pick<AddressRules, 'ipWarnings' | 'cidrWarnings'> => ({
  ipWarnings: (text, path) =>
    warningsOf(dialect, path, 'address', text, () => canonicalIPv6(parseAddress(text))),
  cidrWarnings: (text, path) =>
    warningsOf(dialect, path, 'prefix', text, () => {
      const { address, length } = parsePrefix(text);
      const canonical = canonicalIPv6(address);
      return canonical === undefined ? undefined : `${canonical}/${length}`;
    }),
});

/** `canonical`: the text that is asked for, undefined for IPv4, of which only one is taken. Throws CelError. */
function warningsOf(
  dialect: Dialect,
  path: unknown,
  what: string,
  text: string,
  canonical: () => string | undefined,
): string[] {
  try {
    const wanted = canonical();
    if (wanted === undefined || wanted === text) return [];
    return [
      `${path}: IPv6 ${what} ${goQuote(text)} is not in RFC 5952 canonical format (${goQuote(wanted)}), which may cause controller apply-loops`,
    ];
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return [
      `${path}: IP ${what} was accepted, but will be invalid in a future ${productName(dialect)} release: ${error.message}`,
    ];
  }
}

function canonicalIPv6(address: Address): string | undefined {
  const { bytes, zone } = address;
  if (bytes.length === 4) return undefined;
  return isMapped(address) ? `::ffff:${addressText({ bytes: bytes.slice(12), zone })}` : addressText(address);
}
