import type {
  NetworkingV1IngressBackend,
  NetworkingV1IngressServiceBackend,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label, portName, portNumber } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateLocalReference } from '../../shared/local-reference-validation.ts';
import type { BackendWords } from './backend-field-names.ts';

/** Requests go to one place. */
export function validateBackend(
  { service, resource }: NetworkingV1IngressBackend,
  path: FieldPath,
  words: BackendWords,
): FieldError[] {
  if (service !== undefined && resource !== undefined) {
    return [invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return validateLocalReference(resource, path.child('resource'));
  if (service !== undefined) return validateService(service, path, words);
  return [invalid(path, '', 'resource or service backend is required')];
}

function validateService(
  { name, port }: NetworkingV1IngressServiceBackend,
  path: FieldPath,
  words: BackendWords,
): FieldError[] {
  const namePath = path.child(...words.serviceName);
  return [
    ...(name === '' ? [required(namePath)] : invalidEach(namePath, name, dns1035Label(name))),
    ...validatePort(port, path, words),
  ];
}

function validatePort(
  { name = '', number = 0 }: NetworkingV1IngressServiceBackend['port'],
  path: FieldPath,
  words: BackendWords,
): FieldError[] {
  if (name !== '' && number !== 0) return [invalid(path, '', 'cannot set both port name & port number')];
  if (name !== '') return invalidEach(path.child(...words.portName), name, portName(name));
  if (number !== 0) return invalidEach(path.child(...words.portNumber), number, portNumber(number));
  return [required(path, 'port name or number is required')];
}
