import type { Declarations } from '../contract.ts';
import type { FunctionTable } from '../types/overloads.ts';
import { type ObjectType, type Type, typeOfType } from '../types/types.ts';

/** What a name of an expression stands for. */
export interface Declared {
  readonly name: string;
  readonly type: Type;
  /** The type that the name of a type stands for (`int`, `Object.spec`). */
  readonly names?: Type;
  /** Whether it is a variable of a comprehension. */
  readonly isLocal?: boolean;
}

/** All that expressions of an environment may name. */
export class Scope {
  readonly functions: FunctionTable;
  readonly #types: ReadonlyMap<string, Type>;
  readonly #variables: ReadonlyMap<string, Type>;
  readonly #literals: readonly ((name: string) => ObjectType | undefined)[];

  constructor(
    functions: FunctionTable,
    types: ReadonlyMap<string, Type>,
    variables: ReadonlyMap<string, Type> = new Map(),
    literals: readonly ((name: string) => ObjectType | undefined)[] = [],
  ) {
    this.functions = functions;
    this.#types = types;
    this.#variables = variables;
    this.#literals = literals;
  }

  extended({ variables = {}, literals }: Declarations): Scope {
    return new Scope(
      this.functions,
      this.#types,
      new Map([...this.#variables, ...Object.entries(variables)]),
      literals === undefined ? this.#literals : [literals, ...this.#literals],
    );
  }

  find(name: string): Declared | undefined {
    const variable = this.#variables.get(name);
    if (variable !== undefined) return { name, type: variable };
    const type = this.#types.get(name) ?? this.#literalType(name);
    return type === undefined ? undefined : { name, type: typeOfType(type), names: type };
  }

  #literalType(name: string): ObjectType | undefined {
    for (const literals of this.#literals) {
      const found = literals(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The variables of the comprehensions around an expression. */
export class LocalScope {
  readonly #outer: LocalScope | undefined;
  readonly #variables: ReadonlyMap<string, Type>;

  constructor(variables: ReadonlyMap<string, Type>, outer?: LocalScope) {
    this.#variables = variables;
    this.#outer = outer;
  }

  find(name: string): Declared | undefined {
    const type = this.#variables.get(name);
    if (type !== undefined) return { name, type, isLocal: true };
    return this.#outer?.find(name);
  }
}
