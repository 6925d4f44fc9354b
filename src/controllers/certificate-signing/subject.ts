import { derValue } from '../../util/der.ts';
import * as x509 from '../../util/x509-library.ts';

const commonName = '2.5.4.3';
const serialNumber = '2.5.4.5';

/** Country, state, locality, street, postal code, organization, organizational unit, common name, serial number. */
const attributes = [
  ...['2.5.4.6', '2.5.4.8', '2.5.4.7', '2.5.4.9', '2.5.4.17', '2.5.4.10', '2.5.4.11'],
  ...[commonName, serialNumber],
];
/** Attributes of which the last value counts, unless it is empty. */
const single = [commonName, serialNumber];

const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const utf8Tag = 0x0c;
const printableTag = 0x13;

/**
 * The subject of a certificate for a request with this one: what is not in the list above is left out, and the values of
 * one type stand together. `O=b, CN=x, O=a, DC=y` becomes `O=a+O=b, CN=x`.
 */
export function certificateSubject(requested: x509.Name): x509.Name {
  const sets = attributes.flatMap((type) => {
    const found = requested.getField(type);
    const values = single.includes(type) ? found.slice(-1).filter((value) => value !== '') : found;
    return values.length === 0 ? [] : [{ [type]: inOrder(values).map(typed) }];
  });
  return new x509.Name(sets);
}

/** The library looks for escapes in a value without a type. */
const typed = (value: string) => (printable.test(value) ? { printableString: value } : { utf8String: value });

/** DER sorts the members of a set by their bytes; before these stands their length. */
function inOrder(values: readonly string[]): string[] {
  const encoded = values.map((value) => ({
    value,
    bytes: derValue(printable.test(value) ? printableTag : utf8Tag, Buffer.from(value)),
  }));
  encoded.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes));
  return encoded.map(({ value }) => value);
}
