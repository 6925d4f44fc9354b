import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import { keyOf, resolvePlain, resolveTagged, type YamlScalar } from './yaml-resolve.ts';

/**
 * Number of values that may be made of one document, those of aliases each time: a text without aliases has fewer than
 * characters, so that this is the work that aliases and merges can make. A small text may be read where others wait for
 * it.
 */
const maxValues = (length: number): number => Math.min(20_000 + 4 * length, 4_000_000);

/** Makes the values of JSON of the nodes of a document. */
export class YamlValues {
  /** The text of the document. */
  readonly #text: string;
  /** Which node an alias stands for: the last one before it with that anchor. */
  readonly #targets: ReadonlyMap<Alias, Node | undefined>;
  /** Nodes that aliases stand for and whose values are being made. */
  readonly #open = new Set<Node>();
  readonly #maxValues: number;
  #values = 0;

  constructor(contents: unknown, text: string) {
    this.#text = text;
    this.#maxValues = maxValues(text.length);
    this.#targets = aliasTargets(contents);
  }

  /** Throws for what has no form in JSON, and for more than `maxValues`. */
  valueOf(node: unknown): unknown {
    this.#count();
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.valueOf(target));
    if (isScalar(node)) return jsonOf(this.scalarOf(node));
    if (isSeq(node)) return node.items.map((item) => this.valueOf(item));
    if (!isMap(node)) return null;
    const members: Record<string, unknown> = {};
    this.#addMembers(members, node.items);
    return members;
  }

  scalarOf(node: Scalar): YamlScalar {
    const { tag, type } = node;
    const source = node.source ?? '';
    const text = isBlock(node) ? this.#blockText(node, source) : source;
    if (tag !== undefined && tag !== '!') return resolveTagged(tag, text);
    return type === Scalar.PLAIN && tag === undefined ? resolvePlain(text) : text;
  }

  /** The node, or what its alias stands for. */
  targetOf(node: unknown): unknown {
    return isAlias(node) ? this.#targets.get(node) : node;
  }

  #addMembers(members: Record<string, unknown>, pairs: readonly Pair[]): void {
    for (const pair of pairs) {
      if (isMerge(pair.key)) this.#merge(members, pair.value);
      else set(members, this.#keyOf(pair.key), this.valueOf(pair.value));
    }
  }

  /** In the order in which they stand there: a merge replaces what is before it. */
  #merge(members: Record<string, unknown>, node: unknown, isInList = false): void {
    this.#count();
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.#merge(members, target, isInList));
    if (isMap(node)) return this.#addMembers(members, node.items);
    if (!isSeq(node) || isInList) throw new Error(noMerge);
    // The first one of a list has the last word.
    for (const item of node.items.toReversed()) this.#merge(members, item, true);
  }

  #keyOf(node: unknown): string {
    this.#count();
    const target = this.targetOf(node);
    if (!isScalar(target)) throw new Error('invalid map key');
    const value = this.scalarOf(target);
    const key = keyOf(value);
    if (key === undefined) throw new Error(`unsupported map key: ${value ?? '<nil>'}`);
    return wholeText(key);
  }

  #throughAlias<T>(alias: Alias, use: (target: Node) => T): T {
    const target = this.#targets.get(alias);
    if (target === undefined) throw new Error(`unknown anchor '${alias.source}' referenced`);
    if (this.#open.has(target)) throw new Error(`anchor '${alias.source}' value contains itself`);
    this.#open.add(target);
    const used = use(target);
    this.#open.delete(target);
    return used;
  }

  #count(): void {
    if (++this.#values > this.#maxValues) throw new Error('document contains excessive aliasing');
  }

  /** A block whose last line has no line feed has none either, though the library gives it one. */
  #blockText({ range }: Scalar, source: string): string {
    const isLast = (range?.[1] ?? 0) >= this.#text.length;
    return isLast && source.endsWith('\n') && isCutOff(this.#text, source) ? source.slice(0, -1) : source;
  }
}

/** Whether the last line of the text has a part in the block: blanks alone may be its indentation. */
function isCutOff(text: string, block: string): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const inBlock = block.slice(block.lastIndexOf('\n', block.length - 2) + 1, -1);
  return line.trim() !== '' || (inBlock !== '' && inBlock.trim() === '' && line.endsWith(inBlock));
}

const noMerge = 'map merge requires map or sequence of maps as the value';

const isBlock = ({ type }: Scalar): boolean => type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;

const mergeTag = 'tag:yaml.org,2002:merge';

/** In quotes it is a key like any other. */
export const isMerge = (key: unknown): boolean =>
  isScalar(key) &&
  key.source === '<<' &&
  (key.tag === mergeTag || (key.tag === undefined && key.type === Scalar.PLAIN));

function aliasTargets(contents: unknown): Map<Alias, Node | undefined> {
  const targets = new Map<Alias, Node | undefined>();
  const anchors = new Map<string, Node>();
  const within = (node: unknown): void => {
    if (isPair(node)) {
      within(node.key);
      within(node.value);
    } else if (isAlias(node)) {
      targets.set(node, anchors.get(node.source));
    } else if (isScalar(node) || isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (!isScalar(node)) node.items.forEach(within);
    }
  };
  within(contents);
  return targets;
}

/** An integer that a double can hold becomes a number. */
function jsonOf(value: YamlScalar): YamlScalar {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} has no form in JSON`);
  return typeof value === 'string' ? wholeText(value) : value;
}

/** Rejects lone surrogates from escapes, which UTF-8 cannot hold. */
function wholeText(text: string): string {
  if (text.isWellFormed()) return text;
  throw new Error('found invalid Unicode character escape code');
}

/** `__proto__` is a name like any other. */
function set(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
}
