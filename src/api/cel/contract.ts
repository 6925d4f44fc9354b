import type { Interruptible } from '../../util/slices.ts';
import type { ObjectType, Type } from './types/types.ts';
import type { CelValue } from './values/value.ts';

/** All that expressions of one place may use. Made once; `extended` shares what is there. */
export interface CelEnvironment {
  /** An environment with more variables and object types, and all that this one has. */
  extended(declarations: Declarations): CelEnvironment;

  /**
   * Parses and checks an expression and makes it ready to run. `expected`: the types that its result may have, one of
   * them exactly (`anyType`: any).
   */
  compile(text: string, expected?: readonly Type[]): Compilation;

  /** The same, with stops: the longest expression takes some tenths of a second, and less than a twentieth between two. */
  compileInSteps(text: string, expected?: readonly Type[]): Interruptible<Compilation>;
}

export interface Declarations {
  /** By name; a name may be qualified (`authorizer.requestResource`). */
  readonly variables?: Readonly<Record<string, Type>>;
  /** Object types that expressions may write as literals, by their names (`Object`, `Object.spec`, `JSONPatch`). */
  readonly literals?: (name: string) => ObjectType | undefined;
}

export type Compilation = { readonly expression: CelExpression } | { readonly problem: CompileProblem };

/**
 * The reason why an expression is refused. `detail` is the text for clients: `compilation failed: ERROR: <input>:1:1: …`,
 * `must evaluate to bool`; it belongs behind `Invalid value: "…": ` or behind `Internal error: `.
 */
export interface CompileProblem {
  readonly isInternal: boolean;
  readonly detail: string;
  /** The issues alone, without `compilation failed: `; undefined when the type of the result is wrong. */
  readonly issues?: string;
}

/** An expression that is ready to run. It keeps nothing of an evaluation and may be used at the same time by many. */
export interface CelExpression {
  readonly text: string;
  readonly type: Type;
  /** Whether it names the variable. */
  uses(variable: string): boolean;
  /** Whether it reads this field of the variable by its name: `claims.email`, `claims.?email`, `has(claims.email)`. */
  reads(variable: string, field: string): boolean;
  /** The cost of the most expensive evaluation, by the declared sizes of what the variables hold. */
  estimatedCost(sizes?: DeclaredSizes): CostEstimate;
  /**
   * Throws CelError (its message is for clients), CostError when the budget is used up, PendingDecision when an
   * authorizer has to be waited for (see `settled`).
   */
  evaluate(variables: Activation, budget: EvaluationBudget): CelValue;
}

/** All that variables hold in one evaluation: values of this folder (`valueOfJson`). */
export interface Activation {
  /** Undefined for a variable without a value. */
  get(name: string): CelValue | undefined;
}

export interface EvaluationBudget {
  /** Throws CostError. */
  take(cost: number): void;
  /** Steps of work that cost nothing in the units that clients know. Throws CostError. */
  work(steps: number): void;
  /** Numbers of characters of the long texts of this evaluation: they are counted once. */
  readonly counts: Map<string, number>;
}

export interface CostEstimate {
  readonly min: number;
  readonly max: number;
}

/** Sizes that schemas declare, by the path of a value: `['self', 'items', '@items']`; undefined where none is known. */
export type DeclaredSizes = (path: readonly string[]) => CostEstimate | undefined;

/** Asks whether a request would be allowed; an answer may have to be waited for. */
export interface AuthorizerPort {
  check(attributes: CheckAttributes): AuthorizerDecision | Promise<AuthorizerDecision>;
}

export interface AuthorizerDecision {
  readonly allowed: boolean;
  readonly reason: string;
  /** All that went wrong when it was asked. */
  readonly error?: string;
}

/** The one who asks, and for what: a path, or a resource. */
export interface CheckAttributes {
  /** Undefined for the user who makes the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  readonly verb: string;
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}
