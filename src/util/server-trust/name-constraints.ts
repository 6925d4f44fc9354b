import type { GeneralName, NameConstraints } from './certificate-fields.ts';

export const dnsTag = 0x82;
export const addressTag = 0x87;

/**
 * Returns why an authority with these constraints may not sign for these names; undefined if it may. Constraints of other forms
 * than DNS names and addresses are refused, as what they leave out is not known here.
 */
export function constraintError(
  { permitted, excluded }: NameConstraints,
  names: readonly GeneralName[],
): string | undefined {
  for (const { tag } of [...permitted, ...excluded]) {
    if (tag !== dnsTag && tag !== addressTag) return 'x509: unhandled name constraint';
  }
  for (const name of names) {
    const alike = (constraint: GeneralName): boolean => constraint.tag === name.tag;
    if (excluded.filter(alike).some((constraint) => overlaps(name, constraint)))
      return `${unauthorized}: ${textOf(name)} is excluded`;
    const allowed = permitted.filter(alike);
    if (allowed.length > 0 && !allowed.some((constraint) => isWithin(name, constraint)))
      return `${unauthorized}: ${textOf(name)} is not permitted by any constraint`;
  }
  return undefined;
}

const unauthorized = 'x509: a root or intermediate certificate is not authorized to sign for this name';

const textOf = ({ tag, content }: GeneralName): string =>
  tag === dnsTag ? JSON.stringify(content.toString('latin1')) : content.toString('hex');

/** `*.a.example` stands for names that are excluded when `b.a.example` is. */
function overlaps(name: GeneralName, constraint: GeneralName): boolean {
  if (isWithin(name, constraint)) return true;
  const text = name.content.toString('latin1');
  return (
    name.tag === dnsTag &&
    text.startsWith('*.') &&
    isWithin(constraint, { ...name, content: name.content.subarray(2) })
  );
}

function isWithin({ tag, content }: GeneralName, constraint: GeneralName): boolean {
  return tag === dnsTag
    ? isInDomain(
        content.toString('latin1').toLowerCase(),
        constraint.content.toString('latin1').toLowerCase(),
      )
    : isInRange(content, constraint.content);
}

/** `.a.example` is the names below a.example, and `a.example` the name itself too. */
function isInDomain(name: string, domain: string): boolean {
  if (domain === '' || name === domain) return true;
  return name.endsWith(domain.startsWith('.') ? domain : `.${domain}`);
}

/** A range is an address and a mask, one after the other. */
function isInRange(address: Buffer, range: Buffer): boolean {
  const { length } = address;
  if (range.length !== 2 * length) return false;
  return address.every((byte, at) => (byte & range[length + at]!) === (range[at]! & range[length + at]!));
}
