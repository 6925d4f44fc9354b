import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { isEmptyValue } from '../../../shared/field-checks.ts';
import type { JsonSchema } from './json-schema.ts';

/** What every object has is known already: a schema may narrow its name, nothing else. */
export function validateMetadata({ properties = {} }: JsonSchema, path: FieldPath): FieldError[] {
  const below = path.child('properties');
  const { metadata } = properties;
  return [
    ...eachFault(['kind', 'apiVersion'], (name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property === undefined || property.type === 'string'
        ? []
        : [invalid(below.key(name).child('type'), property.type ?? '', 'must be string')];
    }),
    ...(metadata === undefined ? [] : validateMetadataSchema(metadata, below.key('metadata'))),
  ];
}

function validateMetadataSchema(
  { type = '', default: _, properties = {}, ...others }: JsonSchema,
  path: FieldPath,
): FieldError[] {
  const saysMore =
    Object.keys(properties).some((name) => name !== 'name' && name !== 'generateName') ||
    Object.values(others).some((value) => !isEmptyValue(value));
  const text =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [
    ...(type === 'object' ? [] : [invalid(path.child('type'), type, 'must be object')]),
    ...(saysMore ? [forbidden(path, text)] : []),
  ];
}
