import type {
  NetworkingV1IngressClass,
  NetworkingV1IngressClassParametersReference,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain, patternText } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateLocalReference } from '../../shared/local-reference-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';

const controllerPath = FieldPath.of('spec', 'controller');
const maxControllerLength = 250;
const scopes = ['Cluster', 'Namespace'];
const pathText = patternText('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

export function validateIngressClass({ spec }: NetworkingV1IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  const isLong = Buffer.byteLength(controller) > maxControllerLength;
  return [
    ...(isLong ? [tooLong(controllerPath, maxControllerLength)] : []),
    ...validateController(controller),
    ...(parameters === undefined ? [] : validateParameters(parameters, FieldPath.of('spec', 'parameters'))),
  ];
}

export function validateIngressClassUpdate(
  ingressClass: NetworkingV1IngressClass,
  old: NetworkingV1IngressClass,
): FieldError[] {
  return [
    ...unchanged(ingressClass.spec.controller ?? '', old.spec.controller ?? '', controllerPath),
    ...validateIngressClass(ingressClass),
  ];
}

/** `example.com/ingress-controller`. */
function validateController(controller: string): FieldError[] {
  if (controller === '') return [required(controllerPath)];
  const slash = controller.indexOf('/');
  const [domain, path] = [controller.slice(0, Math.max(slash, 0)), controller.slice(slash + 1)];
  if (domain === '' || path === '') {
    return [invalid(controllerPath, controller, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  return [
    ...invalidEach(controllerPath, domain, dns1123Subdomain(domain)),
    ...(/[^A-Za-z0-9/\-._~%!$&'()*+,;=:]/.test(path) ? [invalid(controllerPath, path, pathText)] : []),
  ];
}

function validateParameters(
  parameters: NetworkingV1IngressClassParametersReference,
  path: FieldPath,
): FieldError[] {
  const { scope, namespace }: Partial<typeof parameters> = parameters;
  const errors = validateLocalReference(parameters, path);
  const namespacePath = path.child('namespace');
  switch (scope) {
    case undefined:
    case null:
      // In releases that know no other objects than those of the cluster, or that have others behind a gate.
      return errors;
    case 'Cluster':
      return namespace === undefined
        ? errors
        : [...errors, forbidden(namespacePath, "`parameters.scope` is set to 'Cluster'")];
    case 'Namespace':
      return namespace === undefined
        ? [...errors, required(namespacePath, "`parameters.scope` is set to 'Namespace'")]
        : [...errors, ...invalidEach(namespacePath, namespace, dns1123Label(namespace))];
    default:
      return [...errors, notSupported(path.child('scope'), scope, scopes)];
  }
}
