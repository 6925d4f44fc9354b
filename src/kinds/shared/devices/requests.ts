import type {
  ResourceV1DeviceRequest,
  ResourceV1DeviceSubRequest,
  ResourceV1ExactDeviceRequest,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateSetInSteps } from './lists.ts';
import { validateClassName, validateLabel } from './names.ts';
import type { DeviceRules } from './options.ts';
import { validateSelectors } from './selectors.ts';
import { validateToleration } from './taints.ts';

const modes = ['All', 'ExactCount'];
const maxSubrequests = 8;
const oneIsRequired = 'exactly one of `exactly` or `firstAvailable` is required';

export function* validateRequest(
  { name, exactly, firstAvailable = [] }: ResourceV1DeviceRequest,
  path: FieldPath,
  rules: DeviceRules,
  isStored: boolean,
): Interruptible<FieldError[]> {
  const errors = validateLabel(name, path.child('name'));
  const isAlternative = firstAvailable.length > 0;
  // Of a request that is both nothing else is asked.
  if ((exactly !== undefined) === isAlternative) return [...errors, choiceError(isAlternative, path, rules)];
  if (exactly !== undefined)
    return [...errors, ...(yield* validateDevices(exactly, exactPath(path, rules), rules, isStored))];
  const subrequests = yield* validateSetInSteps(
    firstAvailable,
    maxSubrequests,
    path.child('firstAvailable'),
    (subrequest, own) => validateSubrequest(subrequest, own, rules, isStored),
    (subrequest) => subrequest.name,
  );
  return [...errors, ...subrequests];
}

/** The path of the fields: a request has them itself where there are no alternatives. */
const exactPath = (path: FieldPath, { hasSubrequests }: DeviceRules): FieldPath =>
  hasSubrequests ? path.child('exactly') : path;

function choiceError(isBoth: boolean, path: FieldPath, { hasSubrequests }: DeviceRules): FieldError {
  if (isBoth) return invalid(path, null, `${oneIsRequired}, but multiple fields are set`);
  return hasSubrequests ? required(path, oneIsRequired) : required(path.child('deviceClassName'));
}

function* validateSubrequest(
  subrequest: ResourceV1DeviceSubRequest,
  path: FieldPath,
  rules: DeviceRules,
  isStored: boolean,
): Interruptible<FieldError[]> {
  return [
    ...validateLabel(subrequest.name, path.child('name')),
    ...(yield* validateDevices(subrequest, path, rules, isStored)),
  ];
}

/** The devices of one class that are asked for. */
function* validateDevices(
  request: ResourceV1ExactDeviceRequest | ResourceV1DeviceSubRequest,
  path: FieldPath,
  rules: DeviceRules,
  isStored: boolean,
): Interruptible<FieldError[]> {
  const tolerationsPath = path.child('tolerations');
  return [
    ...validateClassName(request.deviceClassName, path.child('deviceClassName')),
    ...(yield* validateSelectors(request.selectors, path.child('selectors'), rules.expressions, isStored)),
    ...validateCount(request, path),
    ...validateEach(request.tolerations ?? [], (toleration, index) =>
      validateToleration(toleration, tolerationsPath.index(index), rules.effects),
    ),
  ];
}

function validateCount(
  { allocationMode = '', count = 0 }: ResourceV1ExactDeviceRequest | ResourceV1DeviceSubRequest,
  path: FieldPath,
): FieldError[] {
  const countPath = path.child('count');
  if (allocationMode === 'All')
    return count === 0
      ? []
      : [invalid(countPath, count, "must not be specified when allocationMode is 'All'")];
  if (allocationMode === 'ExactCount')
    return count > 0 ? [] : [invalid(countPath, count, 'must be greater than zero')];
  return [notSupported(path.child('allocationMode'), allocationMode, modes)];
}
