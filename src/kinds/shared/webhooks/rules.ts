import { goList } from '../../../api/go-format/go-syntax.ts';
import type { AdmissionregistrationV1RuleWithOperations } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateOneOf } from '../field-checks.ts';
import { validateResourceNames } from './resource-names.ts';

const wildcard = '*';
const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

/** The requests that a webhook is called for. */
export function validateRule(rule: AdmissionregistrationV1RuleWithOperations, path: FieldPath): FieldError[] {
  const operationsPath = path.child('operations');
  const versionsPath = path.child('apiVersions');
  return [
    ...validateTexts(rule.operations, operationsPath, {
      others: 'operations',
      goType: 'admissionregistration.OperationType',
    }),
    ...validateEach(rule.operations ?? [], (operation, index) =>
      operations.includes(operation)
        ? []
        : [notSupported(operationsPath.index(index), operation, operations)],
    ),
    ...validateTexts(rule.apiGroups, path.child('apiGroups'), { others: 'API groups' }),
    ...validateTexts(rule.apiVersions, versionsPath, { others: 'API versions' }),
    ...validateEach(rule.apiVersions ?? [], (version, index) =>
      version === '' ? [required(versionsPath.index(index))] : [],
    ),
    ...validateResourceNames(rule.resources ?? [], path.child('resources')),
    ...validateOneOf(rule.scope, path.child('scope'), scopes),
  ];
}

/** Must not be empty; '*' must be the only entry. */
function validateTexts(
  texts: readonly string[] = [],
  path: FieldPath,
  { others, goType = 'string' }: { others: string; goType?: string },
): FieldError[] {
  if (texts.length === 0) return [required(path)];
  return texts.length > 1 && texts.includes(wildcard)
    ? [invalid(path, goList(goType, texts), `if '*' is present, must not specify other ${others}`)]
    : [];
}
