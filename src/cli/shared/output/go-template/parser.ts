import { constantValue } from './constants.ts';
import { tokensOf } from './lexer.ts';
import type { Node, Pipeline, Templates } from './nodes.ts';
import { PipelineParser } from './pipeline-parser.ts';
import { TokenReader } from './token-reader.ts';

export const mainName = 'output';

/** The templates of a text: what stands in it, and what it defines. Throws TemplateError. */
export function parseTemplates(source: string, functions: ReadonlySet<string>): Templates {
  return new Parser(source, functions).read();
}

/** End of a list of nodes: `{{end}}`, or `{{else}}` with what stands behind the word. */
type Ending = { readonly word: 'else' | 'end' | 'eof' };

class Parser {
  readonly #reader: TokenReader;
  readonly #pipelines: PipelineParser;
  readonly #templates = new Map<string, readonly Node[]>();
  #rangeDepth = 0;

  constructor(source: string, functions: ReadonlySet<string>) {
    this.#reader = new TokenReader(source, tokensOf(source));
    this.#pipelines = new PipelineParser(this.#reader, functions);
  }

  read(): Templates {
    const { nodes, ending } = this.#list(true);
    if (ending.word !== 'eof') this.#reader.fail(`unexpected {{${ending.word}}}`);
    this.#templates.set(mainName, nodes);
    return this.#templates;
  }

  #list(isTop = false): { nodes: Node[]; ending: Ending } {
    const nodes: Node[] = [];
    for (;;) {
      const token = this.#reader.next();
      if (token.type === 'text') {
        nodes.push({ type: 'text', at: token.at, text: token.text });
        continue;
      }
      if (token.type === 'end') {
        if (!isTop) this.#reader.fail('unexpected EOF');
        return { nodes, ending: { word: 'eof' } };
      }
      const word = this.#reader.peekWord();
      if (word.type === 'name' && (word.text === 'end' || word.text === 'else')) {
        this.#reader.next();
        if (word.text === 'end') this.#closed('end');
        return { nodes, ending: { word: word.text } };
      }
      const node = this.#action(isTop);
      if (node !== undefined) nodes.push(node);
    }
  }

  /** The braces that close. */
  #closed(context: string): void {
    const token = this.#reader.nextWord();
    if (token.type !== 'action-end') this.#reader.unexpected(token, context);
  }

  #action(isTop: boolean): Node | undefined {
    const { type, text, at } = this.#reader.peekWord();
    if (type === 'name') {
      switch (text) {
        case 'if':
        case 'range':
        case 'with':
          this.#reader.next();
          return this.#control(text, at);
        case 'define':
          if (!isTop) this.#reader.unexpected(this.#reader.next(), 'command');
          this.#reader.next();
          this.#define();
          return undefined;
        case 'block':
        case 'template':
          this.#reader.next();
          return this.#call(text, at);
        case 'break':
        case 'continue':
          this.#reader.next();
          this.#closed(text);
          if (this.#rangeDepth === 0) this.#reader.fail(`{{${text}}} outside {{range}}`);
          return { type: text, at };
      }
    }
    return { type: 'action', at, pipeline: this.#pipelines.read('command', '}}') };
  }

  #control(type: 'if' | 'range' | 'with', at: number): Node {
    const outer = [...this.#pipelines.variables];
    const pipeline = this.#pipelines.read(type, '}}');
    if (type === 'range') this.#rangeDepth++;
    const { nodes: body, ending } = this.#list();
    if (type === 'range') this.#rangeDepth--;
    const otherwise = ending.word === 'else' ? this.#otherwise(type) : [];
    this.#pipelines.variables = outer;
    return { type, at, pipeline, body, otherwise };
  }

  /** Behind `else`: an `if` there shares the end of the outer one. */
  #otherwise(type: 'if' | 'range' | 'with'): readonly Node[] {
    const { type: found, text, at } = this.#reader.peekWord();
    if (found === 'name' && text === type && type !== 'range') {
      this.#reader.next();
      return [this.#control(type, at)];
    }
    this.#closed('else');
    const { nodes, ending } = this.#list();
    if (ending.word !== 'end') this.#reader.fail('expected end; found {{else}}');
    return nodes;
  }

  #name(context: string): string {
    const token = this.#reader.nextWord();
    if (token.type !== 'string') this.#reader.unexpected(token, context);
    return String(constantValue('string', token.text));
  }

  #define(): void {
    const name = this.#name('define clause');
    this.#closed('define clause');
    this.#body(name);
  }

  /** Knows no variables but `$`. */
  #body(name: string): void {
    const outer = this.#pipelines.variables;
    this.#pipelines.variables = ['$'];
    const { nodes, ending } = this.#list();
    if (ending.word !== 'end') this.#reader.fail(`unexpected {{else}} in define clause`);
    this.#pipelines.variables = outer;
    if (this.#templates.has(name) && nodes.length === 0) return;
    this.#templates.set(name, nodes);
  }

  #call(word: 'block' | 'template', at: number): Node {
    const name = this.#name(`${word} clause`);
    let pipeline: Pipeline | undefined;
    if (this.#reader.peekWord().type === 'action-end' && word === 'template') this.#reader.next();
    else pipeline = this.#pipelines.read(`${word} clause`, '}}');
    if (word === 'block') this.#body(name);
    return { type: 'template', at, name, pipeline };
  }
}
