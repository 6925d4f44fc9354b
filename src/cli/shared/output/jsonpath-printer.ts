import { evaluate } from '../../../api/jsonpath/evaluate.ts';
import { parseTemplate } from '../../../api/jsonpath/parse-template.ts';
import { JsonPathError, type Step, type TemplatePart } from '../../../api/jsonpath/steps.ts';
import { CliError } from '../errors/cli-error.ts';
import type { PrintObject } from './printed-object.ts';
import { writeSortedJson } from './write-json.ts';

export interface JsonPathOptions {
  allowMissingKeys: boolean;
  /** Prints all values as one JSON list. */
  asJson: boolean;
}

/** Steps of a template: `{range .items[*]}…{end}` repeats what stands between for each value. */
type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'values'; readonly steps: readonly Step[] }
  | { readonly type: 'range'; readonly steps: readonly Step[]; readonly body: readonly Node[] };

/** `template`: text and actions, `{.metadata.name}{"\n"}`. A path alone may stand without braces. Throws CliError. */
export function jsonPathPrinter(template: string, options: JsonPathOptions): PrintObject {
  const nodes = guarded(`error parsing jsonpath ${template},`, () => nodesOf(parseTemplate(template)));
  return (object) =>
    guarded(`error executing jsonpath ${JSON.stringify(template)}:`, () => {
      if (options.asJson) {
        const values = [...valuesOf(nodes, object, object, options)];
        return `${writeSortedJson(values)}\n`;
      }
      return textOf(nodes, object, object, options);
    });
}

function guarded<T>(when: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    throw new CliError(`${when} ${error.message}`, 1, { cause: error });
  }
}

/** A tree of the parts: those between range and end stand below the range. */
function nodesOf(parts: readonly TemplatePart[]): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const part of parts) {
    const into = open.at(-1)!;
    if (typeof part === 'string') {
      into.push({ type: 'text', text: part });
      continue;
    }
    const [first, ...rest] = part;
    const word = first?.type === 'identifier' ? first.name : '';
    if (word === 'range') {
      const body: Node[] = [];
      into.push({ type: 'range', steps: rest, body });
      open.push(body);
    } else if (word === 'end') {
      if (open.length === 1) throw new JsonPathError('not in range, nothing to end');
      open.pop();
    } else into.push({ type: 'values', steps: part });
  }
  if (open.length > 1) throw new JsonPathError('unclosed range');
  return root;
}

function textOf(nodes: readonly Node[], value: unknown, root: unknown, options: JsonPathOptions): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      const found = evaluate(value, node.steps, options);
      if (node.type === 'values') return found.map(valueText).join(' ');
      return found.map((one) => textOf(node.body, one, root, options)).join('');
    })
    .join('');
}

function* valuesOf(
  nodes: readonly Node[],
  value: unknown,
  root: unknown,
  options: JsonPathOptions,
): Generator<unknown> {
  for (const node of nodes) {
    if (node.type === 'text') continue;
    const found = evaluate(value, node.steps, options);
    if (node.type === 'values') yield* found;
    else for (const one of found) yield* valuesOf(node.body, one, root, options);
  }
}

/** Objects and lists are printed as compact JSON. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
