import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/machinery/field-errors.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck } from '../../../api/machinery/names.ts';
import { goQuote } from '../../../api/machinery/quote.ts';

const longestDomain = 253;
/** The path may itself be a namespace and a name, each as long as such may be. */
const longestName = longestDomain + 1 + 253 + 63 + 1;

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
    ...(domain.length > longestDomain ? [tooLong(path, longestDomain)] : []),
    ...validateLabels(domain, path, dns1123Label),
    ...(domain.includes('.')
      ? []
      : [invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...validateLabels(rest, path, dns1123Subdomain),
    ...(name.length > longestName ? [tooLong(path, longestName)] : []),
  ];
}

/** Only the first label that is wrong is told: the others would read the same. */
function validateLabels(text: string, path: FieldPath, check: NameCheck): FieldError[] {
  const wrong = text.split('.').find((label) => check(label).length > 0);
  if (wrong === undefined) return [];
  return check(wrong).map((message) => invalid(path, text, `validating label ${goQuote(wrong)}: ${message}`));
}
