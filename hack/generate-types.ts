/**
 * Writes the TypeScript types of the built-in kinds, from the definitions, into src/api/schema/types.gen.ts.
 * With --check it writes nothing and fails when the file is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dialects } from '../src/api/machinery/dialect.ts';
import { loadDefinitions } from '../src/api/schema/load.ts';
import type { FieldSchema, Schema, StructSchema } from '../src/api/schema/schema.ts';

const root = new URL('..', import.meta.url).pathname;
const target = `${root}src/api/schema/types.gen.ts`;

const { structs, kinds } = loadDefinitions(`${root}api-definitions`, dialects[0]!);
const kindStructs = new Map(kinds.map((kind) => [kind.schema.name, kind]));

/** `core.v1.PodSpec` becomes `CoreV1PodSpec`. */
function typeName(name: string): string {
  return name
    .split('.')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('');
}

function typeOf(schema: Schema): string {
  switch (schema.type) {
    case 'struct':
      return typeName(schema.name);
    case 'list': {
      const element = typeOf(schema.element);
      return element.includes(' ') ? `(${element})[]` : `${element}[]`;
    }
    case 'map':
      return `Record<string, ${typeOf(schema.value)}>`;
    case 'boolean':
      return 'boolean';
    case 'int32':
    case 'double':
      return 'number';
    case 'int64':
      // Beyond 2^53 it is a bigint at run time; code that reckons with such a field says Number(…).
      return 'number';
    case 'int-or-string':
      return 'number | string';
    case 'raw':
    case 'fields':
      return 'unknown';
    default:
      return 'string';
  }
}

/** Times and lists that are printed even when there is none are printed as null. */
function canBeNull(field: FieldSchema): boolean {
  const { type } = field.schema;
  if (!field.always) return false;
  return (
    field.nullable ||
    type === 'list' ||
    type === 'map' ||
    type === 'time' ||
    type === 'micro-time' ||
    type === 'raw'
  );
}

function member(field: FieldSchema): string {
  const name = /^[A-Za-z_]\w*$/.test(field.name) ? field.name : `'${field.name}'`;
  return `  ${name}${field.always ? '' : '?'}: ${typeOf(field.schema)}${canBeNull(field) ? ' | null' : ''};`;
}

function declaration(struct: StructSchema): string {
  const kind = kindStructs.get(struct.name);
  const head = kind === undefined ? [] : ['  apiVersion: string;', '  kind: string;'];
  const body = [...head, ...struct.fields.map(member)];
  return `export interface ${typeName(struct.name)} {\n${body.join('\n')}\n}\n`;
}

const text = `// Made from api-definitions by hack/generate-types.ts. Do not edit; run \`npm run generate\`.\n\n${[
  ...structs.values(),
]
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .map(declaration)
  .join('\n')}`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write('src/api/schema/types.gen.ts is not current: run `npm run generate`\n');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
