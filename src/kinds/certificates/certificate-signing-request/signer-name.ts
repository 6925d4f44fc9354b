import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck } from '../../../api/validation/names.ts';
import { goQuote } from '../../../util/quote.ts';

const maxDomainLength = 253;
/** The path may itself be a namespace and a name, each as long as such may be. */
const maxNameLength = maxDomainLength + 1 + 253 + 63 + 1;

interface LabelRule {
  check: NameCheck;
  /** Finds the first label that does not pass the check: the text may be a million labels long. */
  fault: RegExp;
}

/** A label that begins with a dash, is empty or too long; one that ends in a dash; a character that has no place. */
const faultOfLabels = (longest: number): RegExp =>
  new RegExp(`(?<![^.])(?:[-.]|$|[^.]{${longest + 1}})|-(?=\\.|$)|[^-.a-z0-9]`);

const ofDomain: LabelRule = { check: dns1123Label, fault: faultOfLabels(63) };
const ofPath: LabelRule = { check: dns1123Subdomain, fault: faultOfLabels(253) };

/** `example.com/my-signer`: a domain of at least two labels, and a path. */
export function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const segments = name.split('/');
  if (segments.length !== 2) {
    const text = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalid(path, name, text)];
  }
  const [domain = '', rest = ''] = segments;
  return [
    ...(domain.length > maxDomainLength ? [tooLong(path, maxDomainLength)] : []),
    ...validateLabels(domain, path, ofDomain),
    ...(domain.includes('.')
      ? []
      : [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...validateLabels(rest, path, ofPath),
    ...(name.length > maxNameLength ? [tooLong(path, maxNameLength)] : []),
  ];
}

/** Only the first label that is wrong is told: the others would read the same. */
function validateLabels(text: string, path: FieldPath, { check, fault }: LabelRule): FieldError[] {
  const at = text.search(fault);
  if (at === -1) return [];
  const start = at === 0 ? 0 : text.lastIndexOf('.', at - 1) + 1;
  const end = text.indexOf('.', at);
  const wrong = text.slice(start, end === -1 ? text.length : end);
  return check(wrong).map((message) => invalid(path, text, `validating label ${goQuote(wrong)}: ${message}`));
}
