import type {
  NetworkingV1IngressBackend,
  NetworkingV1IngressServiceBackend,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { portName, portNumber } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateLocalReference } from '../../shared/local-reference-validation.ts';
import type { BackendRules } from './backend-field-names.ts';

/** A backend is either a Service or another object. */
export function validateBackend(
  { service, resource }: NetworkingV1IngressBackend,
  path: FieldPath,
  fieldNames: BackendRules,
): FieldError[] {
  if (service !== undefined && resource !== undefined) {
    return [invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return validateLocalReference(resource, path.child('resource'));
  if (service !== undefined) return validateService(service, path, fieldNames);
  return [invalid(path, '', 'resource or service backend is required')];
}

function validateService(
  { name, port }: NetworkingV1IngressServiceBackend,
  path: FieldPath,
  fieldNames: BackendRules,
): FieldError[] {
  const namePath = path.child(...fieldNames.serviceName);
  return [
    ...(name === '' ? [required(namePath)] : invalidEach(namePath, name, fieldNames.serviceNameRule(name))),
    ...validatePort(port, path, fieldNames),
  ];
}

function validatePort(
  { name = '', number = 0 }: NetworkingV1IngressServiceBackend['port'],
  path: FieldPath,
  fieldNames: BackendRules,
): FieldError[] {
  if (name !== '' && number !== 0) return [invalid(path, '', 'cannot set both port name & port number')];
  if (name !== '') return invalidEach(path.child(...fieldNames.portName), name, portName(name));
  if (number !== 0) return invalidEach(path.child(...fieldNames.portNumber), number, portNumber(number));
  return [required(path, 'port name or number is required')];
}
