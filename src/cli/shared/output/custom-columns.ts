import { evaluate } from '../../../api/jsonpath/evaluate.ts';
import { parseTemplate } from '../../../api/jsonpath/parse-template.ts';
import { JsonPathError, type Step } from '../../../api/jsonpath/steps.ts';
import { CliError } from '../errors/cli-error.ts';
import { Columns } from './columns.ts';
import type { PrintedObject, PrintObject } from './printed-object.ts';

interface CustomColumn {
  header: string;
  steps: readonly Step[];
}

/** `template`: `NAME:.metadata.name,IMAGE:.spec.containers[*].image`, or headers in one line and paths below. */
export function customColumnsPrinter(template: string, { noHeaders }: { noHeaders: boolean }): PrintObject {
  const columns = template.includes('\n') ? columnsOfFile(template) : columnsOf(template);
  const format = new Columns();
  let isFirst = !noHeaders;
  return (object) => {
    const objects = object.items !== undefined && object.kind?.endsWith('List') ? object.items : [object];
    const rows = objects.map((one) => columns.map((column) => textOf(column, one)));
    if (isFirst) rows.unshift(columns.map(({ header }) => header));
    isFirst = false;
    return format.format(rows);
  };
}

function columnsOf(template: string): CustomColumn[] {
  return template.split(',').map((part) => {
    const colon = part.indexOf(':');
    if (colon < 0) {
      throw new CliError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    }
    return { header: part.slice(0, colon), steps: stepsOf(part.slice(colon + 1)) };
  });
}

function columnsOfFile(text: string): CustomColumn[] {
  const [headers = [], paths = []] = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean));
  if (headers.length !== paths.length) {
    throw new CliError(
      `number of headers (${headers.length}) and field specifications (${paths.length}) don't match`,
    );
  }
  return headers.map((header, index) => ({ header, steps: stepsOf(paths[index]!) }));
}

/** `metadata.name`, `.metadata.name` and `{.metadata.name}` are the same. */
export function stepsOf(path: string): readonly Step[] {
  const inner = /^\{(.*)\}$/s.exec(path)?.[1] ?? path;
  const whole = /^[.[]/.test(inner) ? inner : `.${inner}`;
  try {
    const [steps = []] = parseTemplate(`{${whole}}`);
    return typeof steps === 'string' ? [] : steps;
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    throw new CliError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}': ${path}`,
    );
  }
}

function textOf({ steps }: CustomColumn, object: PrintedObject): string {
  const values = valuesAt(steps, object);
  return values.length === 0 ? '<none>' : values.map(valueText).join(',');
}

function valuesAt(steps: readonly Step[], object: PrintedObject): unknown[] {
  try {
    return evaluate(object, steps, { allowMissingKeys: true });
  } catch (error) {
    // A path that leads through a text, say, is no column of this object.
    if (error instanceof JsonPathError) return [];
    throw error;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '<none>';
  if (Array.isArray(value)) return `[${value.map(valueText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `map[${entries.map(([key, one]) => `${key}:${valueText(one)}`).join(' ')}]`;
}
