/**
 * Writes what is made from the definitions: the TypeScript types of the built-in kinds (src/api/schema/types.gen.ts) and
 * the feature gates that act on fields, or that the code asks for (src/api/gates/of-fields.gen.ts). With --check it writes nothing and fails when a
 * file is not current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gateNames } from '../src/api/gates/feature-gates.ts';
import { dialects } from '../src/api/meta/dialect.ts';
import { loadDefinitions } from '../src/api/schema/load.ts';
import type { FieldSchema, Schema, StructSchema } from '../src/api/schema/schema.ts';
import { releases } from '../src/commands/apiserver/flags/parse-value.ts';

const root = new URL('..', import.meta.url).pathname;

const load = (release?: string) => loadDefinitions(`${root}api-definitions`, dialects[0]!, release);

const { structs, kinds, outgoingKinds } = load();
/** The same in each release that the server can be like: objects of any of them have these types. */
const views = releases.map((release) => load(release).structs);
const kindStructs = new Map([...kinds, ...outgoingKinds].map((kind) => [kind.schema.name, kind]));

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

function member(struct: StructSchema, field: FieldSchema): string {
  const name = /^[A-Za-z_]\w*$/.test(field.name) ? field.name : `'${field.name}'`;
  const others = views.map((view) => view.get(struct.name)).filter((view) => view !== undefined);
  const forms = [field, ...others.map(({ byName }) => byName.get(field.name))];
  const isAlways = forms.every((form) => form?.always);
  const isNull = forms.some((form) => form !== undefined && canBeNull(form));
  return `  ${name}${isAlways ? '' : '?'}: ${typeOf(field.schema)}${isNull ? ' | null' : ''};`;
}

function declaration(struct: StructSchema): string {
  const kind = kindStructs.get(struct.name);
  const head = kind === undefined ? [] : ['  apiVersion: string;', '  kind: string;'];
  const body = [...head, ...struct.fields.map((field) => member(struct, field))];
  return `export interface ${typeName(struct.name)} {\n${body.join('\n')}\n}\n`;
}

/** `core.v1.PodSpec` is in `core.v1`, and `PodSpec` there. */
const packageOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));
const localName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The structs of the same package that a struct refers to. */
function siblings({ name, fields }: StructSchema): string[] {
  const referred = fields.map(({ schema }) => structIn(schema)).filter((found) => found !== undefined);
  return referred.filter((found) => packageOf(found) === packageOf(name));
}

function structIn(schema: Schema): string | undefined {
  if (schema.type === 'list') return structIn(schema.element);
  if (schema.type === 'map') return structIn(schema.value);
  return schema.type === 'struct' ? schema.name : undefined;
}

/** The declaration with siblings by their local names: the same in all versions in which the struct has the same members. */
function shapeOf(struct: StructSchema): string {
  const own = typeName(packageOf(struct.name));
  return declaration(struct).replaceAll(new RegExp(`\\b${own}(?=[A-Z])`, 'g'), '~');
}

/** Of each struct the first one that is the same type, down to the structs that both refer to. */
function firstAlike(all: readonly StructSchema[]): Map<string, string> {
  const shapes = new Map(all.map((struct) => [struct.name, shapeOf(struct)]));
  const firsts = new Map<string, string>();
  const byShape = Map.groupBy(all, ({ name }) => shapes.get(name)!);
  for (const alike of byShape.values()) for (const { name } of alike) firsts.set(name, alike[0]!.name);
  const refersAlike = (struct: StructSchema): boolean => {
    const first = firsts.get(struct.name)!;
    return siblings(struct).every((sibling) => {
      const counterpart = `${packageOf(first)}.${localName(sibling)}`;
      return firsts.get(sibling) === firsts.get(counterpart);
    });
  };
  // What refers to something different is different too: repeated until nothing changes.
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const struct of all) {
      if (firsts.get(struct.name) === struct.name || refersAlike(struct)) continue;
      firsts.set(struct.name, struct.name);
      isSettled = false;
    }
  }
  return firsts;
}

const sorted = [...structs.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const firsts = firstAlike(sorted);
const declarations = sorted.map((struct) => {
  const first = firsts.get(struct.name)!;
  return first === struct.name
    ? declaration(struct)
    : `export type ${typeName(struct.name)} = ${typeName(first)};\n`;
});
const notice =
  '// Made from api-definitions by hack/generate-types.ts. Do not edit; run `npm run generate`.\n\n';

/** The messages that objects of served kinds are made of. */
function servedStructs(): StructSchema[] {
  const found = new Set<StructSchema>();
  const open = kinds.map(({ schema }) => schema);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const inner = next.fields.map(({ schema }) => structIn(schema)).filter((name) => name !== undefined);
    open.push(...inner.map((name) => structs.get(name)!));
  }
  return [...found];
}

const dropped = servedStructs().flatMap(({ fields }) => fields.filter(({ isDropped }) => isDropped));
const gates = [...new Set(dropped.flatMap((field) => field.gates))].sort();
const gateLines = gates.map((gate) => `  '${gate}',\n`).join('');

/** Gates that the product asks for: in code, where no kind or plugin is named, or to serve a kind. */
function gatesInCode(): string[] {
  const textsOf = (folder: string, isWanted: (file: string) => boolean): string[] =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter(isWanted)
      .map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8'));
  const isOther = /\.(test|gen)\.ts$|^api\/gates\/|flags\/feature-gates\.ts$/;
  const code = textsOf('src', (file) => file.endsWith('.ts') && !isOther.test(file));
  const definitions = textsOf('api-definitions', (file) => file.endsWith('.proto'));
  const named = new Set([
    ...code.flatMap((text) => text.match(/(?<!\b(?:kind|name): )(?<=')[A-Z]\w+(?=')/g) ?? []),
    ...definitions.flatMap((text) => text.match(/(?<=\bgate: ")\w+(?=")/g) ?? []),
  ]);
  return gateNames.filter((name) => named.has(name));
}
const codeLines = gatesInCode()
  .sort()
  .map((name) => `  '${name}',\n`)
  .join('');

const files: Readonly<Record<string, string>> = {
  'src/api/schema/types.gen.ts': `${notice}${declarations.join('\n')}`,
  'src/api/gates/of-fields.gen.ts': `${notice}/** Feature gates without which writes empty a field. */\nexport const gatesOfFields: ReadonlySet<string> = new Set([\n${gateLines}]);\n\n/** Feature gates that the code of the product asks for. */\nexport const gatesOfCode: ReadonlySet<string> = new Set([\n${codeLines}]);\n`,
};

for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(root + file, text);
  else if (readFileSync(root + file, 'utf8') !== text) {
    process.stderr.write(`${file} is not current: run \`npm run generate\`\n`);
    process.exitCode = 1;
  }
}
