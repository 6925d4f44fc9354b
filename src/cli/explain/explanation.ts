import type { ServedResource } from '../shared/discovery/served-api.ts';
import { elementOf, type Field, type Schema, type Schemas, typeName } from './schemas.ts';

/** Characters of a line. */
const width = 80;

/** The description of a type or field, and of the fields below. */
export function explanation(
  schemas: Schemas,
  { group, kind, version }: ServedResource,
  { name, schema }: Field,
  recursive: boolean,
): string {
  const head = [
    ...(group === '' ? [] : [`GROUP:      ${group}`]),
    ...[`KIND:       ${kind}`, `VERSION:    ${version}`, ''],
    ...(name === '' ? [] : [`FIELD: ${name} <${typeName(schemas, schema)}>`, ...enumLines(schema), '', '']),
  ];
  const description = [
    'DESCRIPTION:',
    ...descriptionsOf(schemas, schema).flatMap((text) => wrapped(text, 4)),
    '    ',
  ];
  const below = elementOf(schemas, schema);
  const fields = below.properties === undefined ? [] : fieldLines(schemas, below, 2, recursive, [below]);
  const list = fields.length === 0 ? [] : ['FIELDS:', ...fields];
  return `${[...head, ...description, ...list, ''].join('\n')}\n`;
}

/** Descriptions of the field and of its elements. */
function descriptionsOf(schemas: Schemas, schema: Schema): string[] {
  const own = schema.description ?? '';
  const element = elementOf(schemas, schema).description ?? '';
  const isWithin = elementOf(schemas, schema) !== schema;
  const all = [own, ...(isWithin ? [element] : [])].filter((text) => text !== '');
  return all.length === 0 ? ['<empty>'] : all;
}

const enumLines = ({ enum: values }: Schema): string[] =>
  values === undefined ? [] : ['ENUM:', ...values.map((value) => `    ${value}`)];

/** `within`: the schemas that the fields are in: those of a tree in itself would have no end. */
function fieldLines(
  schemas: Schemas,
  { properties = {}, required = [] }: Schema,
  indent: number,
  recursive: boolean,
  within: readonly Schema[],
): string[] {
  const before = ' '.repeat(indent);
  return Object.entries(properties)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => {
      const mark = required.includes(name) ? ' -required-' : '';
      const line = `${before}${name}\t<${typeName(schemas, schema)}>${mark}`;
      const { enum: values } = schema;
      const choice =
        values === undefined
          ? []
          : [`${before}enum: ${values.slice(0, 4).join(', ')}${values.length > 4 ? ', ....' : ''}`];
      if (!recursive) {
        return [line, ...choice, ...wrapped(schema.description ?? '<no description>', indent + 2), ''];
      }
      const below = elementOf(schemas, schema);
      if (within.includes(below)) return [line, ...choice];
      return [line, ...choice, ...fieldLines(schemas, below, indent + 2, true, [...within, below])];
    });
}

/** Lines of at most `width` characters, with blanks before each. */
function wrapped(text: string, indent: number): string[] {
  const before = ' '.repeat(indent);
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indent + line.length + 1 + word.length > width) {
        lines.push(before + line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, before + line];
  });
}
