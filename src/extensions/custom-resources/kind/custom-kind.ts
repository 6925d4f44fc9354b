import type { ExtensionNames, JsonSchema } from '../../../api/schema/json-schema.ts';
import type { DynamicFields, FieldSchema, KindDefinition, StructSchema } from '../../../api/schema/schema.ts';
import { mapMembers, prune, sortedDeep } from '../../../api/structural-schema/prune.ts';
import { emptySchema, type SchemaNode, schemaNode } from '../../../api/structural-schema/schema-node.ts';
import type { ValueStyle } from '../../../api/structural-schema/value-style.ts';
import type { Definition, DefinitionVersion } from '../definition/definition.ts';
import { coerceEmbedded } from './embedded-metadata.ts';
import { rootStruct, type TypeMeta } from './struct-schema.ts';

/** One version of a custom resource, as the rest of the server knows kinds. */
export interface CustomKind {
  readonly definition: KindDefinition;
  /** The schema for pruning and defaulting; undefined where all fields are kept. */
  readonly node: SchemaNode | undefined;
  /** The release whose expressions rules are in; undefined where rules do not count. */
  readonly ruleRelease: string | undefined;
  /** Forms of the errors of values. */
  readonly style: ValueStyle;
  /** The schema for validation; undefined where there is none. */
  readonly validation: JsonSchema | undefined;
}

export interface CustomKindOptions {
  names: ExtensionNames;
  /** The field `metadata` of every kind. */
  metadata: FieldSchema;
  /** The release whose expressions rules are in; undefined where rules do not count. */
  ruleRelease: string | undefined;
  style: ValueStyle;
}

/** In the order in which discovery has always had them. */
const servedVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const terminatingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/** All but the schema, which takes much longer to be worked out and is not needed for discovery. */
export function outlineOf(
  { spec, status }: Definition,
  version: DefinitionVersion,
  isTerminating: boolean,
): Omit<KindDefinition, 'schema'> {
  const { acceptedNames: names } = status;
  const { kind } = names;
  return {
    group: spec.group,
    version: version.name,
    kind,
    plural: names.plural,
    singular: names.singular ?? kind.toLowerCase(),
    listsSingular: true,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: spec.scope === 'Namespaced',
    verbs: isTerminating ? terminatingVerbs : servedVerbs,
    subresources: [
      ...(version.subresources?.status === undefined ? [] : ['status']),
      ...(version.subresources?.scale === undefined ? [] : ['scale']),
    ],
    storage: version.storage,
    virtual: false,
    custom: true,
    storedAs: { group: spec.group, kind },
    lifecycle: { introduced: undefined, deprecated: undefined, removed: undefined, replacement: undefined },
  };
}

export function customKind(
  definition: Definition,
  version: DefinitionVersion,
  { names, metadata, ruleRelease, style }: CustomKindOptions,
): CustomKind {
  const outline = outlineOf(definition, version, false);
  const validation = version.schema?.openAPIV3Schema as JsonSchema | undefined;
  const keepsAll = definition.spec.preserveUnknownFields === true;
  const node = keepsAll
    ? undefined
    : validation === undefined
      ? emptySchema(false, names)
      : schemaNode(validation, names);
  const structure = keepsAll ? undefined : (validation ?? { type: 'object' });
  const fields = fieldsOf(node, metadata.schema as StructSchema, style);
  const schema = rootStruct(typeMetaOf(outline), structure, fields, { names, metadata });
  return {
    definition: { ...outline, schema },
    node,
    ruleRelease,
    style,
    validation,
  };
}

const typeMetaOf = ({ group, version, kind }: Omit<KindDefinition, 'schema'>): TypeMeta => ({
  kind,
  apiVersion: `${group}/${version}`,
});

function fieldsOf(node: SchemaNode | undefined, metadata: StructSchema, style: ValueStyle): DynamicFields {
  if (node === undefined) return { normalize: (fields) => mapMembers(fields, sortedDeep) };
  if (!node.hasEmbedded) return { normalize: (fields, onUnknown) => prune(fields, node, onUnknown) };
  return {
    normalize: (fields, onUnknown) => coerceEmbedded(prune(fields, node, onUnknown), node, metadata, style),
  };
}
