import type { ApiObject } from '../../api/meta/metadata.ts';
import { statusFilter } from '../ownership/field-filter.ts';
import type { StoredResource } from '../resource.ts';
import type { PartRules } from '../subresource-rules.ts';
import type { UpdateFunc } from './update-func.ts';
import { countChange, specChanged } from './updated-object.ts';

/** Preparation and validation of the new object of an update, of a resource or of one of its subresources. */
export type UpdateRules = Omit<UpdateFunc, 'object' | 'uid'>;

/** They may depend on the version through which the client updates. */
export type RulesFor = (resource: StoredResource, apiVersion: string) => UpdateRules;

/** The main resource: everything but what the kind keeps. */
export function mainRules(resource: StoredResource): UpdateRules {
  const { rules, disabled } = resource;
  return {
    mayCreate: rules.allowsCreateOnUpdate ?? false,
    countsGeneration: true,
    allocates: true,
    prepare: (object, old, apiVersion) => {
      if (rules.countsDroppedChanges && specChanged(resource, object, old)) countChange(object, old);
      disabled?.drop(object, old);
      rules.prepareForUpdate?.(object, old, apiVersion);
    },
    validate: (object, old, apiVersion) => rules.validateUpdate?.(object, old, apiVersion) ?? [],
    validateInSteps: (object, old, apiVersion) => rules.validateInSteps?.update?.(object, old, apiVersion),
  };
}

/** The subresource `status`: everything but status and metadata stays as it is stored. */
export function statusRules({ rules, disabled }: StoredResource): UpdateRules {
  return {
    mayCreate: false,
    countsGeneration: false,
    filter: statusFilter(rules.status?.keeps),
    prepare: (object, old, apiVersion) => {
      disabled?.drop(object, old);
      if (rules.status?.prepareForUpdate !== undefined)
        rules.status.prepareForUpdate(object, old, apiVersion);
      else keepAllButStatus(object, old);
    },
    validate: (object, old, apiVersion) => rules.status?.validateUpdate?.(object, old, apiVersion) ?? [],
    validateInSteps: (object, old) => rules.validateInSteps?.status?.(object, old),
  };
}

/** A subresource of one kind that is a part of its objects. */
export function partRules(
  { prepareForUpdate, validateUpdate, countsGeneration = false }: PartRules<ApiObject>,
  { disabled }: Pick<StoredResource, 'disabled'>,
): UpdateRules {
  return {
    mayCreate: false,
    countsGeneration,
    prepare: (object, old, apiVersion) => {
      disabled?.drop(object, old);
      prepareForUpdate(object, old, apiVersion);
    },
    validate: (object, old, apiVersion) => validateUpdate(object, old, apiVersion),
  };
}

/** A change that the server itself works out: it is stored as it is, without the rules of its kind. */
export const uncheckedRules: UpdateRules = {
  mayCreate: false,
  countsGeneration: false,
  prepare: () => {},
  validate: () => [],
};

function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (!['kind', 'apiVersion', 'metadata', 'status'].includes(field)) object[field] = old[field];
  }
}
