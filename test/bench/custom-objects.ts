/** Custom resources for the benchmark: a definition with 40 properties, instances of 3 KB, definitions of 35 KB. */

const group = 'bench.example.com';
const properties = 40;
const padding = 'x'.repeat(40);

const text = (index: number): object => ({
  type: 'string',
  description: `Field ${index} of a widget.`,
  maxLength: 200,
  ...(index % 4 === 0 ? { pattern: '^[a-z0-9 .:-]*$' } : {}),
});

/** Half of the fields are texts; the others are lists, objects and numbers. */
function fieldOf(index: number): object {
  switch (index % 8) {
    case 1:
      return { type: 'integer', minimum: 0, maximum: 1_000_000, default: 7 };
    case 3:
      return { type: 'array', items: text(index), maxItems: 20 };
    case 5:
      return {
        type: 'object',
        required: ['a'],
        properties: { a: text(index), b: { type: 'boolean', default: false } },
      };
    case 7:
      return { type: 'object', additionalProperties: { type: 'string' } };
    default:
      return text(index);
  }
}

function fieldValue(index: number, value: string): unknown {
  const own = `${index} ${padding}${index === 0 ? value : ''}`;
  switch (index % 8) {
    case 1:
      return index;
    case 3:
      return [own, own];
    case 5:
      return { a: own, b: true };
    case 7:
      return { first: own, second: own };
    default:
      return own;
  }
}

const schema = (count: number): object => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, fieldOf(i)])),
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
});

function definition(api: string, ofGroup: string, plural: string, kind: string, count: number): object {
  return {
    kind: 'CustomResourceDefinition',
    apiVersion: `apiextensions.${api}/v1`,
    metadata: { name: `${plural}.${ofGroup}` },
    spec: {
      group: ofGroup,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema(count) },
        },
      ],
    },
  };
}

export const customDefinition = (api: string): object =>
  definition(api, group, 'widgets', 'Widget', properties);

/** One of very many, as large as those of real projects. */
export const largeDefinition = (i: number, api: string): object =>
  definition(api, `kinds${i}.example.com`, 'things', 'Thing', 400);

/** `value`: what is not the same each time. */
export function customInstance(name: string, value = ''): any {
  return {
    kind: 'Widget',
    apiVersion: `${group}/v1`,
    metadata: { name },
    spec: Object.fromEntries(
      Array.from({ length: properties }, (_, i) => [`field${i}`, fieldValue(i, value)]),
    ),
  };
}

/** A ConfigMap of as many bytes. */
export function ofSameSize(instance: any): object {
  const { metadata, spec } = instance;
  const bytes = JSON.stringify(spec).length;
  const each = Math.floor(bytes / properties) - 12;
  const first = spec.field0 as string;
  const data = Object.fromEntries(
    Array.from({ length: properties }, (_, i) => [`field${i}`, (i === 0 ? first : '').padEnd(each, 'x')]),
  );
  return { kind: 'ConfigMap', apiVersion: 'v1', metadata, data };
}
