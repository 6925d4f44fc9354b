import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck } from '../../api/validation/names.ts';
import { goQuote } from '../../util/quote.ts';

const maxDomainLength = 253;
/** The path may be `<namespace>.<name>`, of 63 and 253 characters. */
const maxNameLength = maxDomainLength + 1 + 253 + 63 + 1;

interface LabelRule {
  check: NameCheck;
  /** Finds the first label that fails the check, fast enough for a text of a million labels. */
  pattern: RegExp;
}

/** Matches a label that is empty, too long, or begins or ends with a dash, and an invalid character. */
const invalidLabel = (maxLength: number): RegExp =>
  new RegExp(`(?<![^.])(?:[-.]|$|[^.]{${maxLength + 1}})|-(?=\\.|$)|[^-.a-z0-9]`);

const domainLabels: LabelRule = { check: dns1123Label, pattern: invalidLabel(63) };
const pathLabels: LabelRule = { check: dns1123Subdomain, pattern: invalidLabel(253) };

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
    ...(Buffer.byteLength(domain) > maxDomainLength ? [tooLong(path, maxDomainLength)] : []),
    ...validateLabels(domain, path, domainLabels),
    ...(domain.includes('.')
      ? []
      : [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...validateLabels(rest, path, pathLabels),
    ...(Buffer.byteLength(name) > maxNameLength ? [tooLong(path, maxNameLength)] : []),
  ];
}

/** Reports the first invalid label only. */
function validateLabels(text: string, path: FieldPath, { check, pattern }: LabelRule): FieldError[] {
  const at = text.search(pattern);
  if (at === -1) return [];
  const start = at === 0 ? 0 : text.lastIndexOf('.', at - 1) + 1;
  const end = text.indexOf('.', at);
  const label = text.slice(start, end === -1 ? text.length : end);
  return check(label).map((message) => invalid(path, text, `validating label ${goQuote(label)}: ${message}`));
}
