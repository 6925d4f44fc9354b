import { writeJson } from '../../../api/codec/json.ts';
import { jsonBytes } from '../../../api/codec/object-size.ts';
import { evaluate, PathBudget } from '../../../api/jsonpath/evaluate.ts';
import { parseTemplate } from '../../../api/jsonpath/parse-template.ts';
import { JsonPathError, type Step } from '../../../api/jsonpath/steps.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { timeMs, zeroTime } from '../../../api/values/time.ts';
import type { TableBudget, TableCell, TableColumn, TableRules } from '../../../registry/kind-rules.ts';
import { humanDuration } from '../../../util/duration.ts';
import type { DefinitionVersion } from '../definition/definition.ts';

const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique within its namespace.',
  priority: 0,
};

const ageColumn = {
  name: 'Age',
  type: 'date',
  description: 'When the object was made; older ones may be updated since.',
  jsonPath: '.metadata.creationTimestamp',
} as const;

interface Column {
  column: TableColumn;
  cell(object: ApiObject, budget: PathBudget): TimedCell;
}

/** A cell, or how it is made of the time in milliseconds. */
type TimedCell = TableCell | ((now: number) => TableCell);

/** Values that the cells of one row may look at: some milliseconds. */
const maxSteps = 50_000;
/** And of one in a Table that has looked at all that it may: ordinary columns need no more. */
const leastSteps = 500;

/** The columns of a version: its own, or the age. A path that cannot be read drops its column and all behind it. */
export function columnsOf({ additionalPrinterColumns }: DefinitionVersion): TableRules<ApiObject> {
  const wanted = additionalPrinterColumns?.length ? additionalPrinterColumns : [ageColumn];
  const columns: Column[] = [];
  for (const { name, type, description, jsonPath, ...more } of wanted) {
    const steps = stepsOf(jsonPath);
    if (steps === undefined) break;
    const { format = '', priority = 0 } = more as { format?: string; priority?: number };
    columns.push({
      column: {
        name,
        type: type as TableColumn['type'],
        format,
        description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
        priority,
      },
      cell: (object, budget) => cellOf(object, steps, type, budget),
    });
  }
  // Rows ask for the cells of one object at several times: how long they stay as they are.
  const known = new WeakMap<ApiObject, readonly TimedCell[]>();
  return {
    columns: [nameColumn, ...columns.map(({ column }) => column)],
    showsManagedFields: true,
    cells: (object, now, budget) => {
      let cells = known.get(object);
      if (cells === undefined) known.set(object, (cells = rowOf(object, columns, budget)));
      const ofTime = cells.map((cell) => (typeof cell === 'function' ? cell(now) : cell));
      return [object.metadata.name ?? '', ...ofTime];
    },
  };
}

function rowOf(object: ApiObject, columns: readonly Column[], table?: TableBudget): readonly TimedCell[] {
  const steps = Math.min(maxSteps, Math.max(table?.left ?? maxSteps, leastSteps));
  const budget = new PathBudget(steps);
  const cells = columns.map(({ cell }) => (budget.left > 0 ? cell(object, budget) : null));
  if (table !== undefined) table.left -= steps - budget.left;
  return cells;
}

function stepsOf(path: string): readonly Step[] | undefined {
  try {
    const parts = parseTemplate(`{${path}}`);
    return parts.flatMap((part) => (typeof part === 'string' ? [] : part));
  } catch {
    return undefined;
  }
}

/** Characters of a cell that count as one value. */
const charactersOfStep = 32;

/** Only the first value counts. */
function cellOf(object: ApiObject, steps: readonly Step[], type: string, budget: PathBudget): TimedCell {
  try {
    const [value] = evaluate(object, steps, { budget });
    if (value === undefined) return null;
    budget.spend(jsonBytes(value) / charactersOfStep);
    return cellOfType(value, type);
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    budget.problem();
    return null;
  }
}

function cellOfType(value: unknown, type: string): TimedCell {
  switch (type) {
    case 'integer':
      if (typeof value === 'bigint') return value;
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? (now) => ageOf(value, now) : null;
    default:
      return textOf(value);
  }
}

/** Text that a template prints. */
function textOf(value: unknown): string {
  if (value === null) return '<no value>';
  if (typeof value === 'object') return writeJson(value);
  return typeof value === 'number' && !Number.isInteger(value) ? goFloat(value) : String(value);
}

/** `1.5`, `1e+06`, `1e-07`. */
function goFloat(value: number): string {
  const [digits, power] = value.toExponential().split('e') as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 21) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function ageOf(time: string, now: number): string {
  if (time === '' || time === 'null' || time === zeroTime) return '<unknown>';
  const at = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(time)
    ? timeMs(time)
    : Number.NaN;
  return Number.isNaN(at) ? '<invalid>' : humanDuration(now - at);
}
