import { Environment } from '@marcbachmann/cel-js';
import type { ExtensionNames, JsonSchema } from '../schema/json-schema.ts';
import type { Node } from './ast.ts';
import { SchemaTypes } from './schema-types.ts';

/** Limits of one expression. */
const limits = {
  maxAstNodes: 10_000,
  maxDepth: 100,
  maxListElements: 1_000,
  maxMapEntries: 1_000,
  maxCallArguments: 32,
};

/** Functions that the library does not have, by what they take and give: they are worked out in `functions.ts`. */
const signatures = [
  'string.find(string): string',
  'string.findAll(string): list<string>',
  'string.findAll(string, int): list<string>',
  'string.charAt(int): string',
  'string.replace(string, string): string',
  'string.replace(string, string, int): string',
  'string.lastIndexOf(string): int',
  'list.isSorted(): bool',
  'list.sum(): dyn',
  'list.min(): dyn',
  'list.max(): dyn',
  'list.indexOf(dyn): int',
  'list.lastIndexOf(dyn): int',
  'isURL(string): bool',
  'url(string): Url',
  'Url.getScheme(): string',
  'Url.getHost(): string',
  'Url.getHostname(): string',
  'Url.getPort(): string',
  'Url.getEscapedPath(): string',
  'Url.getQuery(): map<string, list<string>>',
];

function baseEnvironment(): Environment {
  const environment = new Environment({ limits, homogeneousAggregateLiterals: false });
  environment.registerType('Url', { fields: {} });
  for (const signature of signatures) {
    try {
      environment.registerFunction(signature, () => undefined);
    } catch {
      // The library has it by now.
    }
  }
  return environment;
}

const base = baseEnvironment();
const parser = base.clone();

/** Throws an Error whose message is for the author of the expression. */
export function parseExpression(text: string): Node {
  try {
    return parser.parse(text).ast as unknown as Node;
  } catch (error) {
    throw new Error(firstLine(error));
  }
}

/** Checks expressions about values of one schema. */
export class ExpressionChecker {
  readonly #environment: Environment;

  /**
   * `isRoot`: the schema of a whole object, whose type and name can be asked for. `spend` is called before fields are
   * declared, and may throw.
   */
  constructor(
    schema: JsonSchema,
    names: ExtensionNames,
    isRoot: boolean,
    spend: (fields: number) => void = () => {},
  ) {
    const environment = base.clone();
    const type = new SchemaTypes(environment, names, spend).typeOf(schema, isRoot);
    this.#environment = environment.registerVariable('self', type).registerVariable('oldSelf', type);
  }

  /** The type of an expression (`bool`), or what is wrong with it. */
  check(text: string): { type: string } | { problem: string } {
    try {
      const parsed = this.#environment.parse(text);
      allowEveryReceiver(parsed.ast);
      const result = parsed.check();
      if (result.valid) return { type: String(result.type ?? 'dyn') };
      return { problem: firstLine(result.error) };
    } catch (error) {
      return { problem: firstLine(error) };
    }
  }
}

/** Behind it comes a picture of the place. */
const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0]!;

/** A macro of a parsed expression, as the library keeps it. */
interface MacroNode {
  meta?: { macro?: HasMacro };
  setMeta?(key: 'macro', macro: HasMacro): void;
}

interface HasMacro {
  args: Node[];
  typeCheck(checker: TypeChecker, macro: HasMacro, context: unknown): unknown;
}

interface TypeChecker {
  check(node: Node, context: unknown): unknown;
  getType(name: string): unknown;
}

/**
 * The library knows `has(a.b.c)` alone, and does not ask whether there are such fields: `has(a[0].b)` is one as well.
 */
function allowEveryReceiver(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) return node.forEach(allowEveryReceiver);
  const { op, args, meta, setMeta } = node as Node & MacroNode;
  if (op === undefined || op === 'value') return;
  allowEveryReceiver(args);
  if (op !== 'call' || args[0] !== 'has' || meta?.macro === undefined) return;
  setMeta?.call(node, 'macro', { ...meta.macro, typeCheck: checkHas });
}

const checkHas: HasMacro['typeCheck'] = (checker, { args: [field] }, context) => {
  if (field?.op !== '.') throw new Error('invalid argument to has() macro');
  checker.check(field, context);
  return checker.getType('bool');
};

/** Whether an expression asks for the value before the update. */
export function asksForOld(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(asksForOld);
  const { op, args } = node as Partial<Node>;
  if (op === 'id') return args === 'oldSelf';
  return op !== 'value' && op !== undefined && asksForOld(args);
}
