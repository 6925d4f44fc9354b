import type { JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { ConfigWalker } from './config-walker.ts';
import { type Child, childKeys, differenceBelow, type FieldSet, isMember, nodeOf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import type { TypedSchemas } from './structure.ts';
import { type FieldFilter, neverTracked } from './tracked.ts';
import { addWideNodes, type KnownNodes, type Turn } from './wide-nodes.ts';

/** A configuration that is not of its type: one text a fault, `.spec.x: field not declared in schema`. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.length === 1 ? faults[0] : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * The fields that a configuration gives: its scalars (null too), atomic lists and maps as one, each item of a list
 * and each key of a map itself, empty structs and maps; of others only what is in them. Throws ConfigError.
 * `known`: nodes that were worked out before.
 */
export function configFields(
  config: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
  counts: FieldFilter,
  known?: KnownNodes,
): FieldSet {
  const walker = new ConfigWalker(structures, known);
  const children = walker.struct(fieldsOf(config), schema, undefined);
  if (!walker.isSound) throw new ConfigError(faultsOf(config, schema, structures));
  return differenceBelow(nodeOf(counted(children, counts), false), neverTracked);
}

/** As configFields, and others have their turn meanwhile where it takes its time. Rejects with ConfigError. */
export async function configFieldsInTurns(
  config: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
  counts: FieldFilter,
  turn: Turn,
): Promise<FieldSet> {
  const others = turn();
  if (others === undefined) return configFields(config, schema, structures, counts);
  await others;
  const known: KnownNodes = new Map();
  const walker = new ConfigWalker(structures, known);
  await addWideNodes(known, config, schema, structures, walker, false, turn);
  // What is known would not be looked at again.
  if (!walker.isSound) throw new ConfigError(faultsOf(config, schema, structures));
  return configFields(config, schema, structures, counts, known);
}

/** What is wrong is told on a second way: it costs something that nearly no configuration needs. */
function faultsOf(config: JsonMap, schema: StructSchema, structures: TypedSchemas): string[] {
  const faults: string[] = [];
  new ConfigWalker(structures, undefined, faults).struct(fieldsOf(config), schema, undefined);
  return faults;
}

/** All but the type of the object. */
function fieldsOf({ kind: _kind, apiVersion: _version, ...fields }: JsonMap): JsonMap {
  return fields;
}

function counted(children: readonly Child[], counts: FieldFilter): Child[] {
  return children.flatMap(([key, node]): Child[] => {
    if (!counts(key.slice(2))) return [];
    if (key !== metadataKey) return [[key, node]];
    const fields = childKeys(node).filter((name) => counts(`metadata.${name.slice(2)}`));
    const left = nodeOf(
      fields.map((name): Child => [name, node[name]!]),
      isMember(node),
    );
    return left === undefined ? [] : [[key, left]];
  });
}

const metadataKey = fieldKey('metadata');
