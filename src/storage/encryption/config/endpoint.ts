import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { goQuote } from '../../../util/quote.ts';

/** An endpoint of a KMS plugin has to be a UNIX socket. */
export function validateEndpoint(endpoint: string, path: FieldPath): FieldError[] {
  if (endpoint === '') return [invalid(path, '', 'endpoint is a mandatory field for a kms')];
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(endpoint)?.[1]?.toLowerCase() ?? '';
  if (scheme === 'unix') return [];
  return [
    invalid(path, endpoint, `unsupported scheme ${goQuote(scheme)} for KMS provider, only unix is supported`),
  ];
}

/** The path to connect to: `unix:///run/kms.sock` → `/run/kms.sock`; `unix:///@kms` → the abstract socket `\0kms`. */
export function socketPath(endpoint: string): string {
  const path = endpoint.replace(/^unix:(?:\/\/)?/i, '');
  return path.startsWith('/@') ? `\0${path.slice(2)}` : path;
}
