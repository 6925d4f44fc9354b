import { urlProblem } from '../../../api/cel/library/url-text.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** The Service through which a webhook is called. */
interface WebhookService {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

/** Validates the address of a webhook: a URL or a Service. */
export function validateClientConfig(
  { url, service }: { url?: string; service?: WebhookService },
  path: FieldPath,
  { takesSpaces }: { takesSpaces: boolean },
): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateUrl(url, path.child('url'), takesSpaces);
  return validateService(service!, path.child('service'));
}

const form = '; desired format: https://host[/path]';

/** Accepts `https://host[:port][/path]`, without user information, query or fragment. */
function validateUrl(text: string, path: FieldPath, takesSpaces: boolean): FieldError[] {
  const match =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#@]*))?[^?#]*(\?[^#]*)?(#.*)?$/s.exec(text);
  const problem = problemOf(text, takesSpaces);
  if (match === null || problem !== undefined) {
    return [required(path, `url must be a valid URL: ${problem ?? `parse ${JSON.stringify(text)}`}${form}`)];
  }
  const [, scheme = '', user, host = '', query = '', fragment = ''] = match;
  const errors: FieldError[] = [];
  if (scheme.toLowerCase() !== 'https') {
    errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${form}`));
  }
  if (host === '') errors.push(invalid(path, host, `host must be specified${form}`));
  if (user !== undefined) errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  if (fragment.length > 1) {
    errors.push(invalid(path, fragment.slice(1), 'fragments are not permitted in the URL'));
  }
  if (query.length > 1) {
    errors.push(invalid(path, query.slice(1), 'query parameters are not permitted in the URL'));
  }
  return errors;
}

function problemOf(text: string, takesSpaces: boolean): string | undefined {
  if (takesSpaces) return urlProblem(text);
  return /[\x00-\x20\x7f]/.test(text) ? `parse ${JSON.stringify(text)}` : undefined;
}

/** A missing namespace is reported at `name` and a missing name at `namespace`, for compatibility. */
function validateService(
  { namespace, name, path: urlPath, port = 0 }: WebhookService,
  path: FieldPath,
): FieldError[] {
  const portErrors = portNumber(port);
  return [
    ...(namespace === '' ? [required(path.child('name'), 'service name is required')] : []),
    ...(name === '' ? [required(path.child('namespace'), 'service namespace is required')] : []),
    ...(portErrors.length > 0
      ? [invalid(path.child('port'), port, `port is not valid: ${portErrors.join(',')}`)]
      : []),
    ...(urlPath === undefined ? [] : validateUrlPath(urlPath, path.child('path'))),
  ];
}

function validateUrlPath(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === '' || urlPath === '/') return [];
  const error = (text: string) => invalid(path, urlPath, text);
  if (urlPath === '//') return [error('segment[0] may not be empty')];
  const steps = urlPath.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(urlPath.startsWith('/') ? [] : [error("must start with a '/'")]),
    ...validateEach(steps, (step, index) =>
      step === ''
        ? [error(`segment[${index}] may not be empty`)]
        : dns1123Subdomain(step).map((message) => error(`segment[${index}]: ${message}`)),
    ),
  ];
}
