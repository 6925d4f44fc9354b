import type { Dialect } from '../../api/meta/dialect.ts';
import { type ExtensionNames, extensionNames } from '../../api/schema/json-schema.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { customSchema } from './custom-schemas.ts';
import { Definition, type DefinitionLibrary } from './definition-library.ts';
import { type Form, referencePrefix } from './names.ts';
import { type JsonSchema, typeMeta } from './schemas.ts';

interface CustomDefinitions {
  object: Definition;
  list: Definition;
}

/** The definitions of custom resources, kept for as long as they are served as they are. */
export class CustomDefinitionLibrary {
  readonly #library: DefinitionLibrary;
  readonly #names: ExtensionNames;
  readonly #kindExtension: string;
  readonly #selectableExtension: string;
  readonly #known = new WeakMap<ServedResource, CustomDefinitions>();

  constructor(library: DefinitionLibrary, dialect: Dialect) {
    this.#library = library;
    this.#names = extensionNames(dialect);
    this.#kindExtension = `${dialect.schemaExtension}group-version-kind`;
    this.#selectableExtension = `${dialect.schemaExtension}selectable-fields`;
  }

  of(served: ServedResource): CustomDefinitions {
    let known = this.#known.get(served);
    if (known === undefined) {
      const object = this.#object(served);
      known = { object, list: this.#list(served.definition, object) };
      this.#known.set(served, known);
    }
    return known;
  }

  #object({ definition, custom }: ServedResource): Definition {
    const metadata = this.#library.message('meta.v1.ObjectMeta');
    const options = { names: this.#names, metadata: metadata.name };
    const schema = (form: Form): JsonSchema => ({
      ...customSchema(custom!.schema(), { ...options, form }),
      ...this.#kindOf(definition, definition.kind),
      ...this.#selectable(custom!.selectable),
    });
    return new Definition(nameOf(definition, definition.kind), schema, () => [metadata]);
  }

  #list(definition: KindDefinition, object: Definition): Definition {
    const metadata = this.#library.message('meta.v1.ListMeta');
    const { kind, plural } = definition;
    const schema = (form: Form): JsonSchema => ({
      description: `${kind}List is a list of ${kind}`,
      type: 'object',
      required: ['items'],
      properties: {
        ...typeMeta,
        metadata: { $ref: referencePrefix[form] + metadata.name },
        items: {
          description: `List of ${plural}.`,
          type: 'array',
          items: { $ref: referencePrefix[form] + object.name },
        },
      },
      ...this.#kindOf(definition, `${kind}List`),
    });
    return new Definition(nameOf(definition, `${kind}List`), schema, () => [metadata, object]);
  }

  #selectable(fields: readonly string[]): JsonSchema {
    return fields.length === 0
      ? {}
      : { [this.#selectableExtension]: fields.map((fieldPath) => ({ fieldPath })) };
  }

  #kindOf({ group, version }: KindDefinition, kind: string): JsonSchema {
    return { [this.#kindExtension]: [{ group, version, kind }] };
  }
}

/** The group backwards: `com.example.v1.Widget`. */
const nameOf = ({ group, version }: KindDefinition, kind: string): string =>
  `${group.split('.').reverse().join('.')}.${version}.${kind}`;
