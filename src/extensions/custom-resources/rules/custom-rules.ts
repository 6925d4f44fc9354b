import { objectTooLarge } from '../../../api/codec/object-size.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { typeFields } from '../../../api/meta/metadata.ts';
import type { ExtensionNames } from '../../../api/schema/json-schema.ts';
import { withDefaults } from '../../../api/structural-schema/apply-defaults.ts';
import { DefaultSpace } from '../../../api/structural-schema/default-space.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { ownFields } from './own-fields.ts';
import { columnsOf } from './printer-columns.ts';
import { noRuleObserver, type RuleObserver } from './rule-observer.ts';
import { scaleRulesOf } from './scale.ts';
import { selectableFieldsOf } from './selectable-fields.ts';
import { instanceValidation } from './validation.ts';

/** Defaults alone take more than an object may have. */
const tooLarge = (): never => {
  throw objectTooLarge();
};

const headFields = [...typeFields, 'metadata'];

/** The strategy of the instances of a definition, in one version. */
export function customRules(
  kind: CustomKind,
  version: DefinitionVersion,
  names: ExtensionNames,
  observer: RuleObserver = noRuleObserver,
): KindRules {
  const { definition, node } = kind;
  const hasStatus = definition.subresources.includes('status');
  const validation = instanceValidation(kind, version, names, observer);
  const scale = scaleRulesOf(version);
  return {
    group: definition.group,
    kind: definition.kind,
    sharesNestedFields: true,
    applyDefaults: (object) => {
      if (node !== undefined)
        applyDefaults(object, withDefaults(ownFields(object), node, new DefaultSpace(tooLarge)) as ApiObject);
    },
    takesPlainFinalizers: true,
    validateName: nameIsDnsSubdomain,
    prepareForCreate: (object) => {
      if (hasStatus) delete object['status'];
    },
    prepareForUpdate: (object, old) => {
      if (hasStatus) takeOver(object, old, 'status');
    },
    status: { prepareForUpdate: keepAllButStatus },
    validateInSteps: validation,
    warnsOfRefused: true,
    warnings: (object) => [...validation.warningsOf(object)],
    tracksGeneration: true,
    specOf: (object) => specOf(object, hasStatus),
    requiresResourceVersion: true,
    table: columnsOf(version),
    ...(scale === undefined ? {} : { scale }),
    ...(version.selectableFields?.length
      ? { selectableFields: selectableFieldsOf(version.selectableFields) }
      : {}),
  };
}

function applyDefaults(object: ApiObject, fields: Record<string, unknown>): void {
  for (const name of Object.keys(fields)) if (!headFields.includes(name)) object[name] = fields[name];
}

function specOf(object: ApiObject, hasStatus: boolean): unknown {
  const { status, ...spec } = ownFields(object);
  return hasStatus ? spec : { ...spec, status };
}

function takeOver(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

/** Keeps of the new object only the status, and who owns its fields. */
function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (!headFields.includes(field) && field !== 'status') takeOver(object, old, field);
  }
  const { managedFields } = object.metadata;
  object.metadata = { ...old.metadata };
  if (managedFields === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = managedFields;
}
