import { Environment } from '@marcbachmann/cel-js';
import type { Node } from '../cel/ast.ts';
import { ListValue, MapValue } from '../cel/collections.ts';
import type {
  Activation,
  CelEnvironment,
  Compilation,
  Declarations,
  EvaluationBudget,
} from '../cel/contract.ts';
import { CostBudget, CostError } from '../cel/cost.ts';
import { Evaluator } from '../cel/evaluator.ts';
import { listOf, mapOf, sameType, type Type, typeText } from '../cel/types/types.ts';
import type { CelValue } from '../cel/values/value.ts';
import { CelError, type CelValue as OldValue } from '../cel/values.ts';
import { isMap } from '../json/json-values.ts';

export { CelError, CostError };
export function settled<T>(make: () => T): T | Promise<T> {
  return make();
}

export function environmentFor(_: { release: number; isStored: boolean }): CelEnvironment {
  return new Interim({});
}

class Interim implements CelEnvironment {
  readonly #variables: Readonly<Record<string, Type>>;
  readonly #environment: Environment;
  constructor(variables: Readonly<Record<string, Type>>) {
    this.#variables = variables;
    this.#environment = new Environment({ homogeneousAggregateLiterals: false });
    for (const name of Object.keys(variables))
      if (!name.includes('.')) this.#environment.registerVariable(name, 'dyn');
  }
  extended({ variables }: Declarations): CelEnvironment {
    return new Interim({ ...this.#variables, ...variables });
  }
  compile(text: string, expected: readonly Type[] = []): Compilation {
    try {
      const parsed = this.#environment.parse(text);
      const result = parsed.check();
      if (!result.valid) throw result.error;
      const type = typeOf(String(result.type ?? 'dyn'));
      if (expected.length > 0 && !expected.some((one) => one.kind === 'any' || sameType(one, type))) {
        const wanted = expected.map(typeText);
        const detail =
          wanted.length === 1
            ? `must evaluate to ${wanted[0]}`
            : `must evaluate to one of [${wanted.join(' ')}]`;
        return { problem: { isInternal: false, detail: `${detail} but got ${typeText(type)}` } };
      }
      const node = parsed.ast as unknown as Node;
      return {
        expression: {
          text,
          type,
          uses: () => true,
          estimatedCost: () => ({ min: 0, max: 0 }),
          evaluate: (variables: Activation, _: EvaluationBudget) =>
            new Evaluator(new CostBudget()).value(
              node,
              new Map(
                Object.keys(this.#variables).flatMap((name) => {
                  const value = variables.get(name);
                  return value === undefined ? [] : [[name, value as OldValue]];
                }),
              ),
            ) as CelValue,
        },
      };
    } catch (error) {
      const issues = (error as Error).message;
      return { problem: { isInternal: false, detail: `compilation failed: ${issues}`, issues } };
    }
  }
}

function typeOf(text: string): Type {
  if (text.startsWith('list')) return listOf({ kind: 'dyn' });
  if (text.startsWith('map')) return mapOf({ kind: 'dyn' }, { kind: 'dyn' });
  return { kind: text as 'dyn' };
}

export function valueOfJson(json: unknown): CelValue {
  return old(json) as CelValue;
}

function old(json: unknown): OldValue {
  if (json === null || json === undefined) return null;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return ListValue.of(json.map(old));
  if (isMap(json)) return new MapValue(Object.entries(json).map(([key, value]) => [key, old(value)]));
  return json as OldValue;
}

class Lazy extends MapValue {
  readonly #get: (name: string) => CelValue | undefined;
  constructor(get: (name: string) => CelValue | undefined) {
    super([]);
    this.#get = get;
  }
  override get(key: OldValue): OldValue | undefined {
    return this.#get(String(key)) as OldValue | undefined;
  }
}

export const lazyFields = (get: (name: string) => CelValue | undefined): CelValue =>
  new Lazy(get) as unknown as CelValue;

export const authorizerValue = (_: unknown): CelValue => null;
export const requestResourceValue = (_: unknown, __: unknown): CelValue => null;
