import type { Schema, StructSchema } from '../../api/schema/schema.ts';
import type { DefinitionLibrary } from './definition-library.ts';
import type { Parameter } from './paths.ts';

export const pretty: Parameter = {
  name: 'pretty',
  in: 'query',
  type: 'string',
  description: 'If "true", the answer is indented for people to read.',
};

export function pathParameter(name: string, description: string): Parameter {
  return { name, in: 'path', type: 'string', description };
}

/** The query parameters of the verbs: the scalar fields of the messages of their options. */
export class QueryOptions {
  readonly list: readonly Parameter[];
  /** By verb; verbs without a line have none. */
  ofVerb: Readonly<Record<string, readonly Parameter[]>>;

  constructor(library: DefinitionLibrary) {
    const of = (message: string) => parametersOf(library.struct(`meta.v1.${message}`));
    const list = of('ListOptions');
    const remove = of('DeleteOptions');
    const selecting = list.filter(({ name }) => name !== 'watch' && name !== 'allowWatchBookmarks');
    this.list = list;
    this.ofVerb = {
      list,
      create: of('CreateOptions'),
      update: of('UpdateOptions'),
      patch: of('PatchOptions'),
      delete: remove,
      deletecollection: [...remove, ...selecting].sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  }

  /** A get may say how old its answer may be; force is not listed. */
  ofCustomResources(): QueryOptions {
    const options: QueryOptions = Object.create(QueryOptions.prototype);
    const { patch = [], ...others } = this.ofVerb;
    return Object.assign(options, this, {
      ofVerb: {
        ...others,
        get: this.list.filter(({ name }) => name === 'resourceVersion'),
        patch: patch.filter(({ name }) => name !== 'force'),
      },
    });
  }
}

/** One for each field that a query can hold, by name. */
export function parametersOf({ fields }: StructSchema): Parameter[] {
  return fields
    .flatMap(({ name, schema, description }): Parameter[] => {
      const type = parameterType(schema);
      return type === undefined ? [] : [{ name, in: 'query', type, description }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parameterType(schema: Schema): Parameter['type'] | undefined {
  switch (schema.type) {
    case 'struct':
    case 'map':
    case 'time':
      return undefined;
    case 'list':
      // Given several times: `dryRun=All&dryRun=All`.
      return parameterType(schema.element);
    case 'boolean':
      return 'boolean';
    case 'int32':
    case 'int64':
      return 'integer';
    default:
      return 'string';
  }
}
