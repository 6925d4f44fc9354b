import type { CostEstimate, DeclaredSizes } from '../cel/contract.ts';
import type { SchemaTypes } from '../cel/schema/schema-types.ts';
import { textFormat } from '../cel/schema/schema-types.ts';
import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import type { RuleEnvironment } from './rule-environments.ts';

/** Bytes of the largest request. */
const maxRequest = 3 * 1024 * 1024;
/** Bytes of the longest value of a field, without its quotation marks or brackets. */
const maxValue = maxRequest - 2;
/** Bytes that a character of a text takes at most. */
const bytesOfCharacter = 4;

const sizesOfFormats = { date: 12, time: 32, duration: 32 };

/** Sizes of values, as far as their schemas bound them. */
export class SchemaSizes {
  readonly #names: ExtensionNames;
  readonly #types: SchemaTypes;
  readonly #boundsEnums: boolean;

  constructor(names: ExtensionNames, { types, boundsEnums }: Pick<RuleEnvironment, 'types' | 'boundsEnums'>) {
    this.#names = names;
    this.#types = types;
    this.#boundsEnums = boundsEnums;
  }

  /** Sizes of what expressions about values of a schema name: `['self', 'items', '@items']`. */
  of(schema: JsonSchema): DeclaredSizes {
    return ([root, ...steps]) => {
      if (root !== 'self' && root !== 'oldSelf') return undefined;
      let found: JsonSchema | undefined = schema;
      for (const step of steps) {
        if (step === '@keys') return this.#range(maxValue);
        found = found && this.#below(found, step);
      }
      return found && this.#sizeOf(found);
    };
  }

  #below(schema: JsonSchema, step: string): JsonSchema | undefined {
    if (step === '@items') return itemsOf(schema);
    if (step === '@values') return additionalOf(schema);
    return this.#types.fieldsOf(schema).get(step)?.schema ?? additionalOf(schema);
  }

  #sizeOf(schema: JsonSchema): CostEstimate | undefined {
    const max = this.maxSize(schema);
    return max === undefined ? undefined : this.#range(max);
  }

  readonly #range = (max: number): CostEstimate => ({ min: 0, max });

  /** Characters, items or members of the largest value; undefined for a scalar. */
  maxSize(schema: JsonSchema): number | undefined {
    const { maxLength, maxItems, maxProperties } = schema as Record<string, number | undefined>;
    const isEither = schema[this.#names.intOrString] === true;
    if (isEither) return maxLength === undefined ? maxValue : maxLength * bytesOfCharacter;
    switch (schema.type) {
      case 'string':
        return this.#maxText(schema, maxLength);
      case 'array':
        return maxItems ?? Math.floor(maxValue / (this.minSerialized(itemsOf(schema)) + 1));
      case 'object': {
        const values = additionalOf(schema);
        // Clients know an object with fields as one without a size.
        if (values === undefined) return 0;
        return maxProperties ?? Math.floor(maxValue / (this.minSerialized(values) + 6));
      }
      default:
        return undefined;
    }
  }

  #maxText(schema: JsonSchema, maxLength: number | undefined): number {
    const format = textFormat(schema);
    if (format === 'time') return schema['format'] === 'date' ? sizesOfFormats.date : sizesOfFormats.time;
    if (format === 'duration') return sizesOfFormats.duration;
    if (maxLength !== undefined) return format === 'byte' ? maxLength : maxLength * bytesOfCharacter;
    const values = this.#boundsEnums ? (schema['enum'] as unknown[] | undefined) : undefined;
    return values?.length ? Math.max(...values.map((value) => Buffer.byteLength(String(value)))) : maxValue;
  }

  /** Bytes of the shortest value. */
  minSerialized(schema: JsonSchema | undefined): number {
    if (schema === undefined) return 1;
    if (schema[this.#names.intOrString] === true) return 1;
    switch (schema.type) {
      case 'string':
        return this.#minText(schema);
      case 'boolean':
        return 4;
      case 'array':
        return 2;
      case 'object':
        return this.#minObject(schema);
      default:
        return 1;
    }
  }

  #minText(schema: JsonSchema): number {
    const format = textFormat(schema);
    if (format === 'time') return schema['format'] === 'date' ? 12 : 21;
    return format === 'duration' ? 3 : 2;
  }

  #minObject(schema: JsonSchema): number {
    const { required = [], properties = {} } = schema;
    const fields = required.filter((name) => properties[name] !== undefined);
    return fields.reduce((sum, name) => {
      const field = properties[name]!;
      return field.default === undefined ? sum + name.length + this.minSerialized(field) + 4 : sum;
    }, 2);
  }

  /** Number of values of a schema that an object holds at most, where nothing above bounds them. */
  maxCount(schema: JsonSchema): number {
    return Math.floor(maxRequest / (this.minSerialized(schema) + 1));
  }
}
