import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  ApiregistrationV1APIService,
  ApiregistrationV1APIServiceSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label, dns1123Subdomain, portNumber } from '../../../api/validation/names.ts';
import { goQuote } from '../../../util/quote.ts';
import { invalidEach, requireText } from '../../shared/field-checks.ts';

const specPath = FieldPath.of('spec');
const namePath = FieldPath.of('metadata', 'name');
const insecurePath = specPath.child('insecureSkipTLSVerify');

export function apiServiceValidation(dialect: Dialect) {
  const onlyCore = `only v1 may have an empty group and it better be legacy ${dialect.prefix}`;
  return ({ metadata, spec }: ApiregistrationV1APIService): FieldError[] => {
    const { group = '', version = '' } = spec;
    const needed = `${version}.${group}`;
    const named = metadata.name === needed;
    return [
      ...(named
        ? []
        : [invalid(namePath, metadata.name, `must be \`spec.version+"."+spec.group\`: ${goQuote(needed)}`)]),
      ...(group === '' && version !== 'v1' ? [required(specPath.child('group'), onlyCore)] : []),
      ...(group === '' ? [] : invalidEach(specPath.child('group'), group, dns1123Subdomain(group))),
      ...invalidEach(specPath.child('version'), version, dns1035Label(version)),
      ...validatePriority(spec, 'groupPriorityMinimum', 20000),
      ...validatePriority(spec, 'versionPriority', 1000),
      ...(spec.service === undefined ? validateLocal(spec) : validateService(spec)),
    ];
  };
}

function validatePriority(
  spec: ApiregistrationV1APIServiceSpec,
  field: 'groupPriorityMinimum' | 'versionPriority',
  highest: number,
): FieldError[] {
  const value = spec[field];
  return value > 0 && value <= highest
    ? []
    : [invalid(specPath.child(field), value, `must be positive and less than ${highest}`)];
}

/** What the server serves itself is not called, let alone securely. */
function validateLocal({
  caBundle = '',
  insecureSkipTLSVerify,
}: ApiregistrationV1APIServiceSpec): FieldError[] {
  const bytes = Buffer.from(caBundle, 'base64').length;
  return [
    ...(bytes > 0
      ? [invalid(specPath.child('caBundle'), `${bytes} bytes`, 'local APIServices may not have a caBundle')]
      : []),
    ...(insecureSkipTLSVerify
      ? [invalid(insecurePath, true, 'local APIServices may not have insecureSkipTLSVerify')]
      : []),
  ];
}

function validateService({
  service,
  caBundle,
  insecureSkipTLSVerify,
}: ApiregistrationV1APIServiceSpec): FieldError[] {
  const { namespace, name, port = 0 } = service!;
  const path = specPath.child('service');
  const faults = portNumber(port);
  return [
    ...requireText(namespace, path, 'namespace'),
    ...requireText(name, path, 'name'),
    ...(faults.length > 0
      ? [invalid(path.child('port'), port, `port is not valid: ${faults.join(', ')}`)]
      : []),
    ...(insecureSkipTLSVerify && caBundle
      ? [invalid(insecurePath, true, 'may not be true if caBundle is present')]
      : []),
  ];
}
