import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** The service that a webhook is called at. */
export interface WebhookService {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

const form = '; desired format: https://host[/path]';

/** `https://host[:port][/path]`, and nothing more. */
export function validateWebhookUrl(text: string, path: FieldPath): FieldError[] {
  const parts =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#@]*))?[^?#]*(\?[^#]*)?(#.*)?$/s.exec(text);
  if (parts === null || hasControl(text)) {
    return [required(path, `url must be a valid URL: parse ${JSON.stringify(text)}${form}`)];
  }
  const [, scheme = '', user, host = '', query = '', fragment = ''] = parts;
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

const hasControl = (text: string): boolean => /[\x00-\x20\x7f]/.test(text);

/** That the name is told at the namespace, and the other way round, is how it always was. */
export function validateWebhookService(
  { namespace, name, path: urlPath, port = 0 }: WebhookService,
  path: FieldPath,
): FieldError[] {
  const portFaults = portNumber(port);
  return [
    ...(namespace === '' ? [required(path.child('name'), 'service name is required')] : []),
    ...(name === '' ? [required(path.child('namespace'), 'service namespace is required')] : []),
    ...(portFaults.length > 0
      ? [invalid(path.child('port'), port, `port is not valid: ${portFaults.join(',')}`)]
      : []),
    ...(urlPath === undefined ? [] : validateUrlPath(urlPath, path.child('path'))),
  ];
}

function validateUrlPath(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === '' || urlPath === '/') return [];
  const fault = (text: string) => invalid(path, urlPath, text);
  if (urlPath === '//') return [fault('segment[0] may not be empty')];
  const steps = urlPath.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(urlPath.startsWith('/') ? [] : [fault("must start with a '/'")]),
    ...validateEach(steps, (step, index) =>
      step === ''
        ? [fault(`segment[${index}] may not be empty`)]
        : dns1123Subdomain(step).map((message) => fault(`segment[${index}]: ${message}`)),
    ),
  ];
}
