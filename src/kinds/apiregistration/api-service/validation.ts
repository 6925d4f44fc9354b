import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  ApiregistrationV1APIService,
  ApiregistrationV1APIServiceSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import {
  dns1035Label,
  dns1123Subdomain,
  pathSegmentName,
  portNumber,
} from '../../../api/validation/names.ts';
import { goQuote } from '../../../util/quote.ts';
import { invalidEach, requireText } from '../../shared/field-checks.ts';

const specPath = FieldPath.of('spec');
const namePath = FieldPath.of('metadata', 'name');
const insecurePath = specPath.child('insecureSkipTLSVerify');

/** The release from which on the rule about the name is not told of names that are no part of a path. */
const oneRuleSince = '1.24';

export function apiServiceValidation(dialect: Dialect, gates: FeatureGates) {
  const coreOnly = `only v1 may have an empty group and it better be legacy ${dialect.prefix}`;
  const tellsOneRule = gates.isIn(oneRuleSince);
  return ({ metadata, spec }: ApiregistrationV1APIService): FieldError[] => {
    const { group = '', version = '' } = spec;
    const requiredName = `${version}.${group}`;
    return [
      ...(metadata.name === requiredName || (tellsOneRule && !isPathSegment(metadata.name))
        ? []
        : [
            invalid(
              namePath,
              metadata.name,
              `must be \`spec.version+"."+spec.group\`: ${goQuote(requiredName)}`,
            ),
          ]),
      ...(group === '' && version !== 'v1' ? [required(specPath.child('group'), coreOnly)] : []),
      ...(group === '' ? [] : invalidEach(specPath.child('group'), group, dns1123Subdomain(group))),
      ...invalidEach(specPath.child('version'), version, dns1035Label(version)),
      ...validatePriority(spec, 'groupPriorityMinimum', 20000),
      ...validatePriority(spec, 'versionPriority', 1000),
      ...(spec.service === undefined ? validateLocal(spec) : validateService(spec)),
    ];
  };
}

const isPathSegment = (name: string | undefined): boolean =>
  Boolean(name) && pathSegmentName(name!).length === 0;

function validatePriority(
  spec: ApiregistrationV1APIServiceSpec,
  field: 'groupPriorityMinimum' | 'versionPriority',
  max: number,
): FieldError[] {
  const value = spec[field];
  return value > 0 && value <= max
    ? []
    : [invalid(specPath.child(field), value, `must be positive and less than ${max}`)];
}

/** A local APIService is not called over the network, so it has no TLS settings. */
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
  const portErrors = portNumber(port);
  return [
    ...requireText(namespace, path, 'namespace'),
    ...requireText(name, path, 'name'),
    ...(portErrors.length > 0
      ? [invalid(path.child('port'), port, `port is not valid: ${portErrors.join(', ')}`)]
      : []),
    ...(insecureSkipTLSVerify && caBundle
      ? [invalid(insecurePath, true, 'may not be true if caBundle is present')]
      : []),
  ];
}
