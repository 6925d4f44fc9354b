import type { Schema, StructSchema } from '../../schema/schema.ts';
import { childKeys, type FieldNode, isLeaf, leaf } from './field-set.ts';
import { type TrackedEntry, withSet } from './managers.ts';
import { isContainer, type TypedSchema, type TypedSchemas } from './typed-schema.ts';

/**
 * The entry as its type is now. Lists and maps may have become atomic since it was written: whoever owned something in
 * one owns it as a whole, for nobody can own less of it any more. The entry itself where that is so already.
 */
export function reconciled(entry: TrackedEntry, schema: StructSchema, schemas: TypedSchemas): TrackedEntry {
  return withSet(entry, new Reconciler(schemas).struct(entry.fieldsV1, schema))!;
}

class Reconciler {
  readonly #schemas: TypedSchemas;

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
  }

  struct(node: FieldNode, schema: StructSchema): FieldNode {
    const parts = this.#schemas.partsOf(schema);
    return this.#each(node, (key, child) => {
      const field = parts.at(key);
      return field === undefined ? child : this.#node(child, field.typed, field.schema);
    });
  }

  #node(node: FieldNode, typed: TypedSchema, schema: Schema): FieldNode {
    if (isLeaf(node)) return node;
    if (typed.kind === 'struct') return this.struct(node, typed.schema);
    if (typed.kind === 'leaf') return isContainer(schema) ? leaf : node;
    if (typed.kind === 'map' && schema.type === 'map')
      return this.#each(node, (_, child) => this.#node(child, typed.value, schema.value));
    if (typed.kind === 'items' && schema.type === 'list')
      return this.#each(node, (_, child) => this.#node(child, typed.item, schema.element));
    return node;
  }

  #each(node: FieldNode, reconcile: (key: string, child: FieldNode) => FieldNode): FieldNode {
    let result: Record<string, FieldNode> | undefined;
    for (const key of childKeys(node)) {
      const child = reconcile(key, node[key]!);
      if (child === node[key]) continue;
      result ??= { ...node };
      result[key] = child;
    }
    return result ?? node;
  }
}
