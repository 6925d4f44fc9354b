import type {
  ResourceV1DeviceClaim,
  ResourceV1DeviceConstraint,
  ResourceV1ResourceClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateConfiguration } from './configuration.ts';
import { validateList, validateSet, validateSetInSteps } from './lists.ts';
import { validateFullAttributeName, validateLabel } from './names.ts';
import type { DeviceRules } from './options.ts';
import { validateRequest } from './requests.ts';

const maxRequests = 32;
const maxConstraints = 32;
const maxConfigurations = 32;
const oneAttribute =
  'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';

/** `isStored`: the stored object has the same, so that what is stricter now is not asked of it. */
export function* validateClaimSpec(
  { devices }: ResourceV1ResourceClaimSpec,
  path: FieldPath,
  rules: DeviceRules,
  isStored: boolean,
): Interruptible<FieldError[]> {
  const own = path.child('devices');
  const names = requestNames(devices);
  return [
    ...(yield* validateSetInSteps(
      devices.requests,
      maxRequests,
      own.child('requests'),
      (request, at) => validateRequest(request, at, rules, isStored),
      ({ name }) => name,
    )),
    ...validateList(devices.constraints, maxConstraints, own.child('constraints'), (constraint, at) =>
      validateConstraint(constraint, at, rules, names),
    ),
    ...validateList(devices.config, maxConfigurations, own.child('config'), (configuration, at) => [
      ...validateRequestNames(configuration.requests, at.child('requests'), rules, names),
      ...validateConfiguration(configuration, at, isStored),
    ]),
  ];
}

/** The names by which something can refer to a request: `gpu`, and `gpu/large` for one way to meet it. */
export function requestNames({ requests }: ResourceV1DeviceClaim): ReadonlySet<string> {
  const names = (requests ?? []).flatMap(({ name, firstAvailable = [] }) => [
    name,
    ...firstAvailable.map((subrequest) => `${name}/${subrequest.name}`),
  ]);
  return new Set(names);
}

export function validateRequestNames(
  requests: readonly string[] | undefined,
  path: FieldPath,
  rules: DeviceRules,
  known: ReadonlySet<string>,
): FieldError[] {
  return validateSet(
    requests,
    maxRequests,
    path,
    (name, own) => validateRequestName(name, own, rules, known),
    (name) => name,
  );
}

export function validateRequestName(
  name: string,
  path: FieldPath,
  { hasSubrequests }: DeviceRules,
  known: ReadonlySet<string>,
): FieldError[] {
  const parts = hasSubrequests ? name.split('/') : [name];
  const either = hasSubrequests ? " or the name of a request and a subrequest separated by '/'" : '';
  const text = `must be the name of a request in the claim${either}`;
  if (parts.length > 2) return [invalid(path, name, text)];
  return [
    ...parts.flatMap((part) => validateLabel(part, path)),
    ...(known.has(name) ? [] : [invalid(path, name, text)]),
  ];
}

function validateConstraint(
  { requests, matchAttribute, distinctAttribute }: ResourceV1DeviceConstraint,
  path: FieldPath,
  rules: DeviceRules,
  names: ReadonlySet<string>,
): FieldError[] {
  const errors = validateRequestNames(requests, path.child('requests'), rules, names);
  const matchPath = path.child('matchAttribute');
  if (matchAttribute !== undefined) errors.push(...validateFullAttributeName(matchAttribute, matchPath));
  else if (!rules.hasDistinctAttributes) errors.push(required(matchPath));
  else if (distinctAttribute === undefined) errors.push(required(path, oneAttribute));
  else errors.push(...validateFullAttributeName(distinctAttribute, path.child('distinctAttribute')));
  return errors;
}
