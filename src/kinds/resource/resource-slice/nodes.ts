import type {
  CoreV1NodeSelector,
  ResourceV1Device,
  ResourceV1ResourceSliceSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { shownTerms } from '../../shared/devices/internal-form.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The nodes that can use the devices of a slice are named in exactly one way. */
export function validateNodes(
  spec: ResourceV1ResourceSliceSpec,
  path: FieldPath,
  { hasNodeSelectionByDevice }: DeviceRules,
): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const given: string[] = [];
  const errors: FieldError[] = [];
  if (nodeName !== undefined) {
    if (nodeName !== '') given.push('nodeName');
    errors.push(
      ...validateNodeName(
        nodeName,
        path.child('nodeName'),
        'must be either unset or set to a non-empty string',
      ),
    );
  }
  if (nodeSelector !== undefined) {
    given.push('nodeSelector');
    errors.push(...validateOneTerm(nodeSelector, path.child('nodeSelector')));
  }
  for (const [name, value] of Object.entries({ allNodes, perDeviceNodeSelection })) {
    if (value) given.push(name);
    errors.push(...validateTrue(value, path.child(name)));
  }
  const ways = [
    'nodeName',
    'nodeSelector',
    'allNodes',
    ...(hasNodeSelectionByDevice ? ['perDeviceNodeSelection'] : []),
  ];
  const text = `exactly one of ${list(ways)} is required`;
  if (given.length === 0) errors.push(required(path, text));
  if (given.length > 1)
    errors.push(invalid(path, `{${list(given)}}`, `${text}, but multiple fields are set`));
  return errors;
}

/** The same of one device, where each of a slice says so itself. */
export function validateDeviceNodes(
  { nodeName, nodeSelector, allNodes }: ResourceV1Device,
  path: FieldPath,
  isByDevice: boolean,
): FieldError[] {
  const fields = [nodeName, nodeSelector, allNodes];
  if (!isByDevice) {
    const text =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    return fields.every((value) => value === undefined) ? [] : [invalid(path, null, text)];
  }
  const errors = [
    ...(nodeName === undefined
      ? []
      : validateNodeName(nodeName, path.child('nodeName'), 'must not be empty')),
    ...(nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, path.child('nodeSelector'))),
    ...validateTrue(allNodes, path.child('allNodes')),
  ];
  const text =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  const given = fields.filter(Boolean).length;
  if (given === 0) errors.push(required(path, text));
  if (given > 1) errors.push(invalid(path, null, text));
  return errors;
}

const validateNodeName = (name: string, path: FieldPath, emptyText: string): FieldError[] =>
  name === '' ? [invalid(path, name, emptyText)] : invalidEach(path, name, dns1123Subdomain(name));

const validateTrue = (value: boolean | undefined, path: FieldPath): FieldError[] =>
  value === false ? [invalid(path, value, 'must be either unset or set to true')] : [];

function validateOneTerm(selector: CoreV1NodeSelector, path: FieldPath): FieldError[] {
  const terms = selector.nodeSelectorTerms;
  const errors = validateNodeSelector(selector, path);
  if (terms?.length === 1) return errors;
  const shown = terms && shownTerms(terms);
  return [
    ...errors,
    invalid(path.child('nodeSelectorTerms'), shown, 'must have exactly one node selector term'),
  ];
}
