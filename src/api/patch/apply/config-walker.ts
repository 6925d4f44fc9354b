import { maxMessageLength } from '../../../util/truncate.ts';
import { isMap, type JsonMap, ownValue } from '../../json/json-values.ts';
import { typeFields } from '../../meta/metadata.ts';
import { entityTooLarge } from '../../meta/status.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { itemError, typeError } from './config-type-errors.ts';
import { type Child, type FieldSet, leaf, nodeLike, nodeOf } from './field-set.ts';
import { inOrder } from './key-order.ts';
import { fieldKey, keyText, positionKey } from './path-key.ts';
import {
  type AssociativeList,
  known,
  pathElementOf,
  type TypedMap,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

/** Walks through a configuration and builds its field set. */
export class ConfigWalker {
  /** Whether no error was found so far. */
  isValid = true;
  readonly #schemas: TypedSchemas;
  readonly #errors: string[] | undefined;
  #fieldsLeft = maxFields;
  /** Characters of all errors. */
  #errorText = 0;
  /** Path elements on the way down, for messages. */
  readonly #path: string[] = [];
  readonly #texts = new Map<string, string>();

  /** `errors`: where to collect errors; undefined when it is enough to know whether there are any. */
  constructor(schemas: TypedSchemas, errors?: string[]) {
    this.#schemas = schemas;
    this.#errors = errors;
  }

  /**
   * `alike`, here and below: the node of another item of the same list, see nodeLike. Throws RequestEntityTooLarge for
   * more fields than one manager can own.
   */
  struct(value: JsonMap, schema: StructSchema, alike: FieldSet): Child[] {
    const children: Child[] = [];
    for (const name of Object.keys(value)) {
      const field = schema.byName.get(name);
      if (field === undefined) {
        if (!isTypeField(name, schema)) this.#report('field not declared in schema', fieldKey(name));
        continue;
      }
      const { key, typed } = this.#schemas.of(field);
      // An undeclared field is like the key of a map, which has owners of its own.
      const itself = field.undeclared === true || isNothing(value[name]);
      this.#child(children, key, value[name], typed, field.schema, itself, alike?.[key]);
    }
    return children;
  }

  /** `itself`: whether the value is a member of the set beside its fields. Atomic values always are. */
  #child(
    to: Child[],
    key: string,
    value: unknown,
    typed: TypedSchema,
    schema: Schema,
    itself: boolean,
    alike: FieldSet,
  ): FieldSet {
    if (--this.#fieldsLeft < 0) throw tooManyFields();
    this.#path.push(key);
    const error = value === null ? undefined : typeError(value, schema);
    if (error !== undefined) this.#report(error);
    const node = error === undefined ? this.#node(value, typed, schema, itself, alike) : undefined;
    if (node !== undefined) to.push([key, node]);
    this.#path.pop();
    return node;
  }

  #node(value: unknown, given: TypedSchema, schema: Schema, itself: boolean, alike: FieldSet): FieldSet {
    const typed = known(given, value);
    if (value === null) return leaf;
    if (typed.kind === 'leaf') {
      this.#checkWhole(value, schema);
      return leaf;
    }
    if (typed.kind === 'set' || typed.kind === 'items')
      return this.#list(value as unknown[], typed, schema as ListSchema, itself);
    const map = value as JsonMap;
    const children =
      typed.kind === 'struct'
        ? this.struct(map, typed.schema, alike)
        : this.#values(map, typed, schema, alike);
    return nodeLike(alike, children, itself);
  }

  /** Checks what is in a value that is owned as a whole: it has no nodes, and has to be declared all the same. */
  #checkWhole(value: unknown, schema: Schema): void {
    if (schema.type === 'struct') this.struct(value as JsonMap, schema, undefined);
    if (schema.type === 'map') {
      const map = value as JsonMap;
      for (const name of Object.keys(map)) this.#checkPart(fieldKey(name), ownValue(map, name), schema.value);
    }
    if (schema.type === 'list') {
      const list = value as unknown[];
      for (let index = 0; index < list.length; index++) {
        this.#checkPart(positionKey(index), list[index], schema.element);
      }
    }
  }

  #checkPart(key: string, value: unknown, schema: Schema): void {
    if (value === null) return;
    this.#path.push(key);
    const error = typeError(value, schema);
    if (error === undefined) this.#checkWhole(value, schema);
    else this.#report(error);
    this.#path.pop();
  }

  #list(list: unknown[], typed: AssociativeList, schema: ListSchema, itself: boolean): FieldSet {
    const children = this.#items(list, typed, schema);
    // Where errors are collected, nodes have no use.
    if (this.#errors !== undefined) return leaf;
    const ordered = inOrder(children);
    if (children.length !== list.length || hasEqualNeighbours(ordered)) this.isValid = false;
    return nodeOf(ordered, itself);
  }

  #values(map: JsonMap, typed: TypedMap, schema: Schema, alike: FieldSet): Child[] {
    const children: Child[] = [];
    const element = schema.type === 'map' ? schema.value : schema;
    for (const name of Object.keys(map)) {
      const key = fieldKey(name);
      this.#child(children, key, ownValue(map, name), typed.value, element, true, alike?.[key]);
    }
    return children;
  }

  #items(list: unknown[], typed: AssociativeList, schema: ListSchema): Child[] {
    const children: Child[] = [];
    const seen = this.#errors === undefined ? undefined : new Set<string>();
    let last: FieldSet;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const error = itemError(item, typed);
      // Later items are not checked, as in the original.
      if (error !== undefined) {
        this.#report(`element ${index}: ${error}`);
        break;
      }
      const key = pathElementOf(item, typed);
      if (seen?.has(key)) this.#report(`duplicate entries for key ${this.#textOf(key)}`);
      seen?.add(key);
      last = this.#child(children, key, item, typed.item, schema.element, true, last);
    }
    return children;
  }

  #report(text: string, ...more: string[]): void {
    this.isValid = false;
    if (this.#errors === undefined || this.#errorText > maxMessageLength) return;
    const error = `${[...this.#path, ...more].map(this.#textOf).join('')}: ${text}`;
    this.#errorText += error.length;
    this.#errors.push(error);
  }

  /** Errors mostly come in numbers at the same place. */
  readonly #textOf = (key: string): string => {
    const known = this.#texts.get(key) ?? keyText(key);
    if (this.#texts.size < maxTexts) this.#texts.set(key, known);
    return known;
  };
}

/**
 * Fields, keys and items of a configuration that have an owner of their own. Finding, ordering and comparing them takes
 * some microseconds for each.
 */
const maxFields = 65_536;

const tooManyFields = () =>
  entityTooLarge(`limit is ${maxFields} fields and items of an applied configuration`);

/** Whether an object of a kind that is nested in another one says its type there: a template of claims. */
const isTypeField = (name: string, { typeMeta }: StructSchema): boolean =>
  typeMeta !== undefined && typeFields.includes(name);

type ListSchema = Schema & { type: 'list' };

/** Keys whose texts are kept. */
const maxTexts = 100;

const hasEqualNeighbours = (children: readonly Child[]): boolean =>
  children.some(([key], index) => index > 0 && key === children[index - 1]![0]);

/** A value that is a member of the set although nothing is in it. */
function isNothing(value: unknown): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0);
}
