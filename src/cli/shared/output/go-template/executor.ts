import { Evaluator, type EvaluatorOptions, type Variables } from './evaluator.ts';
import { type Node, operandText, type Pipeline, pipelineText, type Templates } from './nodes.ts';
import { mainName } from './parser.ts';
import { isList, isMap, isTrue, sortedKeys, type Value, valueText } from './values.ts';

/** Templates in templates. */
const maxDepth = 1000;

/** End of a list of nodes: its own, or a word for the range around it. */
type Outcome = 'break' | 'continue' | 'done';

interface Scope {
  dot: Value;
  variables: Variables;
  depth: number;
}

/** The text that a template makes of a value. Throws TemplateError. */
export function execute(templates: Templates, data: Value, options: EvaluatorOptions): string {
  const execution = new Execution(templates, options);
  execution.run(templates.get(mainName)!, { dot: data, variables: [{ name: '$', value: data }], depth: 0 });
  return execution.text;
}

class Execution {
  text = '';
  readonly #templates: Templates;
  readonly #evaluator: Evaluator;

  constructor(templates: Templates, options: EvaluatorOptions) {
    this.#templates = templates;
    this.#evaluator = new Evaluator(options);
  }

  run(nodes: readonly Node[], scope: Scope): Outcome {
    for (const node of nodes) {
      const outcome = this.#node(node, scope);
      if (outcome !== 'done') return outcome;
    }
    return 'done';
  }

  #node(node: Node, scope: Scope): Outcome {
    switch (node.type) {
      case 'text':
        this.text += node.text;
        return 'done';
      case 'action': {
        const value = this.#evaluator.pipeline(node.pipeline, scope.dot, scope.variables);
        if (node.pipeline.variables.length === 0)
          this.text += value === undefined || value === null ? '<no value>' : valueText(value);
        return 'done';
      }
      case 'template':
        this.#template(node, scope);
        return 'done';
      case 'if':
      case 'with':
        return this.#inner(scope, () => this.#choice(node, scope));
      case 'range':
        return this.#inner(scope, () => this.#range(node, scope));
      default:
        return node.type;
    }
  }

  /** Variables of a block end with it. */
  #inner({ variables }: Scope, action: () => Outcome): Outcome {
    const count = variables.length;
    const outcome = action();
    variables.length = count;
    return outcome;
  }

  #choice(
    { type, pipeline, body, otherwise }: Node & { type: 'if' | 'range' | 'with' },
    scope: Scope,
  ): Outcome {
    const value = this.#evaluator.pipeline(pipeline, scope.dot, scope.variables);
    if (!isTrue(value)) return this.run(otherwise, scope);
    return this.run(body, type === 'with' ? { ...scope, dot: value } : scope);
  }

  #range({ pipeline, body, otherwise }: Node & { type: 'if' | 'range' | 'with' }, scope: Scope): Outcome {
    const items = this.#itemsOf(pipeline, scope);
    if (items.length === 0) return this.run(otherwise, scope);
    const count = scope.variables.length;
    for (const [key, item] of items) {
      this.#setRangeVariables(pipeline, scope.variables, key, item);
      const outcome = this.run(body, { ...scope, dot: item });
      scope.variables.length = count;
      if (outcome === 'break') break;
    }
    return 'done';
  }

  #itemsOf(pipeline: Pipeline, { dot, variables }: Scope): readonly (readonly [Value, Value])[] {
    const value = this.#evaluator.pipeline(pipeline, dot, variables);
    if (value === undefined || value === null) return [];
    if (isList(value)) return value.map((item, index) => [BigInt(index), item]);
    if (isMap(value)) return sortedKeys(value).map((key) => [key, value[key]]);
    const operand = pipeline.commands.at(-1)!.operands[0]!;
    const [at, text] =
      pipeline.commands.length === 1 && pipeline.commands[0]!.operands.length === 1
        ? [operand.at, operandText(operand)]
        : [pipeline.at, pipelineText(pipeline)];
    return this.#evaluator.fail(at, text, `range can't iterate over ${valueText(value)}`);
  }

  /** The last variable is the item, one before it the key. */
  #setRangeVariables({ variables: names }: Pipeline, variables: Variables, key: Value, item: Value): void {
    const values = names.length === 2 ? [key, item] : [item];
    names.forEach((name, index) => {
      variables.findLast((one) => one.name === name)!.value = values[index];
    });
  }

  #template({ name, pipeline, at }: Node & { type: 'template' }, { dot, variables, depth }: Scope): void {
    const called = `{{template ${JSON.stringify(name)}${pipeline === undefined ? '' : ` ${pipelineText(pipeline)}`}}}`;
    const nodes = this.#templates.get(name);
    const place = at + 'template '.length;
    if (nodes === undefined)
      this.#evaluator.fail(place, called, `template ${JSON.stringify(name)} not defined`);
    if (depth === maxDepth)
      this.#evaluator.fail(place, called, `exceeded maximum template depth (${maxDepth})`);
    const value = pipeline === undefined ? undefined : this.#evaluator.pipeline(pipeline, dot, variables);
    const caller = this.#evaluator.template;
    this.#evaluator.template = name;
    this.run(nodes!, { dot: value, variables: [{ name: '$', value }], depth: depth + 1 });
    this.#evaluator.template = caller;
  }
}
