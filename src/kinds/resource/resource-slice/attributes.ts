import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { ResourceV1DeviceAttribute } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, tooLong } from '../../../api/validation/field-errors.ts';
import { semanticVersion } from '../../../api/validation/semantic-version.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { shownAttribute } from '../../shared/devices/internal-form.ts';

const maxLength = 64;

type Attribute = ResourceV1DeviceAttribute;

export const countOfValues = (attribute: Attribute): number =>
  Object.values(attribute).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);

const listFields = ['bools', 'ints', 'strings', 'versions'] as const;

/** Something that a device is like has exactly one value, which may be a list if there are lists. */
export function validateAttribute(attribute: Attribute, path: FieldPath, hasLists: boolean): FieldError[] {
  const { string, version, strings, versions } = attribute;
  const given = Object.values(attribute).filter((value) => value !== undefined);
  const emptyLists = hasLists ? listFields.filter((name) => isSentEmpty(attribute, name)) : [];
  return [
    ...(string === undefined ? [] : validateText(string, path.child('string'))),
    ...(version === undefined ? [] : validateVersion(version, path.child('version'))),
    ...validateEach(strings ?? [], (text, index) => validateText(text, path.child('strings').index(index))),
    ...validateEach(versions ?? [], (text, index) =>
      validateVersion(text, path.child('versions').index(index)),
    ),
    ...emptyLists.map((name) => invalid(path.child(name), [], 'must not be empty if specified')),
    ...validateCount(attribute, given.length + emptyLists.length, path),
  ];
}

function validateCount(attribute: Attribute, count: number, path: FieldPath): FieldError[] {
  const text = 'exactly one value must be specified';
  if (count === 1) return [];
  return [invalid(path, count === 0 ? '' : shownAttribute(attribute), text)];
}

const validateText = (text: string, path: FieldPath): FieldError[] =>
  Buffer.byteLength(text) > maxLength ? [tooLong(path, maxLength)] : [];

const validateVersion = (version: string, path: FieldPath): FieldError[] => [
  ...(semanticVersion.test(version)
    ? []
    : [invalid(path, version, 'must be a string compatible with semver.org spec 2.0.0')]),
  ...validateText(version, path),
];
