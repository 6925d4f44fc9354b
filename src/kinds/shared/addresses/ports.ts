import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { portNumber, qualifiedName } from '../../../api/validation/names.ts';

export const transportProtocols: readonly string[] = ['SCTP', 'TCP', 'UDP'];

export function validatePortNumber(port: number, path: FieldPath): FieldError[] {
  return portNumber(port).map((message) => invalid(path, port, message));
}

export function validateProtocol(protocol: string | undefined, path: FieldPath): FieldError[] {
  if (!protocol) return [required(path)];
  return transportProtocols.includes(protocol) ? [] : [notSupported(path, protocol, transportProtocols)];
}

/** The application protocol: an IANA service name or a domain-prefixed name. */
export function validateAppProtocol(protocol: string | undefined, path: FieldPath): FieldError[] {
  if (protocol === undefined) return [];
  return qualifiedName(protocol).map((message) => invalid(path, protocol, message));
}
