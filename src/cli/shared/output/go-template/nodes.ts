/** Position of a node in the text of the template: code units from its beginning. */
interface Positioned {
  readonly at: number;
}

/** `.a.b`, `$x.a`, `(…).a`, a call's name, a constant. */
export type Operand = Positioned &
  (
    | { readonly type: 'dot' }
    | { readonly type: 'nil' }
    | { readonly type: 'field'; readonly names: readonly string[] }
    | { readonly type: 'variable'; readonly name: string; readonly names: readonly string[] }
    | { readonly type: 'function'; readonly name: string }
    | { readonly type: 'chain'; readonly inner: Operand; readonly names: readonly string[] }
    | { readonly type: 'pipeline'; readonly pipeline: Pipeline }
    | { readonly type: 'constant'; readonly value: bigint | boolean | number | string; readonly text: string }
  );

/** An operand, and what it is called with. */
export interface Command extends Positioned {
  readonly operands: readonly Operand[];
}

export interface Pipeline extends Positioned {
  /** `$i, $x` of `{{range $i, $x := .items}}`. */
  readonly variables: readonly string[];
  /** With `=` the variables are there already. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

export type Node = Positioned &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'action'; readonly pipeline: Pipeline }
    | {
        readonly type: 'if' | 'range' | 'with';
        readonly pipeline: Pipeline;
        readonly body: readonly Node[];
        readonly otherwise: readonly Node[];
      }
    | { readonly type: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined }
    | { readonly type: 'break' | 'continue' }
  );

/** The bodies of the templates by name; the main one is called `output`. */
export type Templates = ReadonlyMap<string, readonly Node[]>;

/** Text of an operand with one blank between words: errors quote it. */
export function operandText(operand: Operand): string {
  const fields = 'names' in operand ? operand.names.map((name) => `.${name}`).join('') : '';
  switch (operand.type) {
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'field':
      return fields;
    case 'variable':
      return operand.name + fields;
    case 'function':
      return operand.name;
    case 'constant':
      return operand.text;
    case 'pipeline':
      return `(${pipelineText(operand.pipeline)})`;
    case 'chain':
      return operandText(operand.inner) + fields;
  }
}

export function pipelineText({ variables, assigns, commands }: Pipeline): string {
  const before = variables.length === 0 ? '' : `${variables.join(', ')} ${assigns ? '=' : ':='} `;
  return before + commands.map(commandText).join(' | ');
}

export const commandText = ({ operands }: Command): string => operands.map(operandText).join(' ');
