import { parseAst } from 'rolldown/parseAst';

/** One small change of a program: `text` in place of what stands from `start` to `end`. */
export interface Mutation {
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** The changes made of one node, as what stands between two offsets and what replaces it. */
type Mutator = (node: Node, source: string) => Mutation[];

const textOf = (source: string, { start, end }: Node): string => source.slice(start, end);
const replace = ({ start, end }: Node, text: string): Mutation => ({ start, end, text });

const operators: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
};

/** An operator stands between its operands, with nothing but spaces and parentheses beside it. */
function swapOperator(node: Node, source: string): Mutation[] {
  const operator = node['operator'] as string;
  const other = operators[operator];
  if (other === undefined) return [];
  const start = source.indexOf(operator, (node['left'] as Node).end);
  return [{ start, end: start + operator.length, text: other }];
}

function negateTest(node: Node, source: string): Mutation[] {
  const test = node['test'] as Node | null;
  return test === null ? [] : [replace(test, `!(${textOf(source, test)})`)];
}

/** The right side alone, and the left side alone. */
function takeSide(node: Node, source: string): Mutation[] {
  const sides = [node['right'] as Node, node['left'] as Node];
  return sides.map((side) => replace(node, `(${textOf(source, side)})`));
}

function shiftLiteral(node: Node): Mutation[] {
  const { value } = node;
  if (typeof value === 'boolean') return [replace(node, String(!value))];
  if (typeof value === 'number') return [replace(node, `${value + 1}`), replace(node, `(${value - 1})`)];
  if (typeof value === 'bigint') return [replace(node, `${value + 1n}n`)];
  return [];
}

function removeCall(node: Node): Mutation[] {
  let call = node['expression'] as Node;
  if (call.type === 'AwaitExpression') call = call['argument'] as Node;
  const isCall = call.type === 'CallExpression' && (call['callee'] as Node).type !== 'Super';
  return isCall ? [replace(node, ';')] : [];
}

const mutators: Readonly<Record<string, Mutator>> = {
  IfStatement: negateTest,
  ConditionalExpression: negateTest,
  WhileStatement: negateTest,
  DoWhileStatement: negateTest,
  ForStatement: negateTest,
  LogicalExpression: (node, source) =>
    node['operator'] === '??' ? takeSide(node, source) : swapOperator(node, source),
  BinaryExpression: swapOperator,
  Literal: shiftLiteral,
  UnaryExpression: (node, source) =>
    node['operator'] === '!' ? [replace(node, textOf(source, node['argument'] as Node))] : [],
  ExpressionStatement: removeCall,
  ReturnStatement: (node, source) => {
    const argument = node['argument'] as Node | null;
    // Conditions take nothing for false, which is changed into true besides.
    const isSame = argument === null || ['undefined', 'false'].includes(textOf(source, argument));
    return isSame ? [] : [replace(node, 'return;')];
  },
};

/** Parts of a node that hold no code that runs, or whose change the node itself stands for. */
function isSkipped(parent: Node, field: string, child: Node): boolean {
  // `x as T`, `x!` and `x satisfies T` hold an expression; everything else of TypeScript's own is a type.
  if (child.type.startsWith('TS') && child['expression'] === undefined) return true;
  if (field === 'key') return parent['computed'] !== true;
  return field === 'source';
}

/** All mutations of a TypeScript file, by their place. */
export function mutationsOf(source: string): Mutation[] {
  const found: Mutation[] = [];
  const visit = (node: Node, isTest: boolean): void => {
    // The negation of `if (!x)` is made of the statement.
    if (!(isTest && node.type === 'UnaryExpression'))
      found.push(...(mutators[node.type]?.(node, source) ?? []));
    for (const [field, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child) && !isSkipped(node, field, child)) visit(child, field === 'test');
    }
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false);
  return found.sort((a, b) => a.start - b.start);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

export const mutated = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);

const maxWidth = 70;

/** `12: count < max ▸ count <= max`: the line of a mutation, and how it reads before and after. */
export function describeMutation(source: string, mutation: Mutation): string {
  const line = source.slice(0, mutation.start).split('\n').length;
  const lineStart = source.lastIndexOf('\n', mutation.start - 1) + 1;
  const lineEnd = source.indexOf('\n', mutation.end);
  const end = lineEnd === -1 ? source.length : lineEnd;
  const before = source.slice(lineStart, end);
  const after = source.slice(lineStart, mutation.start) + mutation.text + source.slice(mutation.end, end);
  const [from, to] = differing(oneLine(before), oneLine(after));
  return `${line}: ${from} ▸ ${to}`;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Both texts, or where they are long the parts about the first difference. */
function differing(a: string, b: string): [string, string] {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const from = Math.max(0, same - maxWidth / 2);
  const cut = (text: string): string => {
    const part = text.slice(from, from + maxWidth);
    return `${from > 0 ? '…' : ''}${part}${from + maxWidth < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
