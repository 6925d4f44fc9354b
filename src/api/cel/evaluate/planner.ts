import type { CheckedTree } from '../check/checked.ts';
import { type Expr, type ListExpr, qualifiedName } from '../syntax/tree.ts';
import { ArrayList, EntryMap } from '../values/collections.ts';
import { runtimeTypeName } from '../values/runtime-types.ts';
import { CelError, type CelValue, TypeValue } from '../values/value.ts';
import { fieldOf, hasField, optionalField } from './access.ts';
import { planCall } from './calls.ts';
import { planLoop } from './loops.ts';
import { type Planning, presentIn } from './planning.ts';
import type { Step } from './step.ts';
import { planStruct } from './structs.ts';

/** Units of cost of what makes a list, a map. */
const costOfList = 10;
const costOfMap = 30;

/** Makes steps of an expression that was checked. Throws CelError for constants that cannot be worked out. */
export function plan(expr: Expr, tree: CheckedTree): { step: Step; locals: number } {
  const planner = new Planner(tree);
  const step = planner.plan(expr);
  return { step, locals: planner.locals };
}

class Planner implements Planning {
  readonly tree: CheckedTree;
  /** The number of variables of loops there are. */
  locals = 0;
  readonly #constants = new Map<Step, CelValue>();
  #places: ReadonlyMap<string, number> = new Map();

  constructor(tree: CheckedTree) {
    this.tree = tree;
  }

  constant(value: CelValue): Step {
    const step: Step = () => value;
    this.#constants.set(step, value);
    return step;
  }

  constantOf(step: Step): CelValue | undefined {
    return this.#constants.get(step);
  }

  inside<T>(names: readonly string[], run: (places: readonly number[]) => T): T {
    const outer = this.#places;
    const places = names.map(() => this.locals++);
    this.#places = new Map([...outer, ...names.map((name, index) => [name, places[index]!] as const)]);
    const result = run(places);
    this.#places = outer;
    return result;
  }

  plan(expr: Expr): Step {
    switch (expr.kind) {
      case 'literal':
        return this.constant(expr.value);
      case 'ident':
        return this.#name(expr, expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return expr.name === '_?._' ? this.#optionalSelect(expr) : planCall(this, expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return planStruct(this, expr);
      case 'comprehension':
        return planLoop(this, expr);
    }
  }

  #name(expr: Expr, name: string): Step {
    const declared = this.tree.names.get(expr);
    if (declared?.names !== undefined) {
      const type = new TypeValue(runtimeTypeName(declared.names));
      return ({ budget }) => {
        budget.take(1);
        return type;
      };
    }
    const place = declared?.isLocal ? this.#places.get(name) : undefined;
    if (place !== undefined) {
      return ({ budget, locals }) => {
        budget.take(1);
        return locals[place]!;
      };
    }
    const variable = declared?.name ?? name;
    const plainName = variable.replace(/^\./, '');
    return ({ budget, variables }) => {
      budget.take(1);
      const value = variables.get(plainName);
      if (value === undefined) throw new CelError(`no such attribute(s): ${variable}`);
      return value;
    };
  }

  #select(expr: Expr & { kind: 'select' }): Step {
    const name = qualifiedName(expr);
    if (name !== undefined && this.tree.names.has(expr)) return this.#name(expr, name);
    const operand = this.plan(expr.operand);
    const { field } = expr;
    if (expr.isTest) return planPresence(operand, field, this.tree.presenceCost);
    return (frame) => {
      const value = operand(frame);
      frame.budget.take(1);
      return fieldOf(value, field);
    };
  }

  #optionalSelect({ args: [target, field] }: Expr & { kind: 'call' }): Step {
    const operand = this.plan(target!);
    const name = (field as { value: string }).value;
    return (frame) => {
      const value = operand(frame);
      frame.budget.take(1);
      return optionalField(value, name);
    };
  }

  #list({ items }: Expr & { kind: 'list' }): Step {
    const literals = literalsOf(items);
    if (literals !== undefined) return this.constant(new ArrayList(literals));
    const steps = items.map(({ value }) => this.plan(value));
    const constants = steps.map((step) => this.constantOf(step));
    const isOptional = items.map((item) => item.isOptional);
    const hasOptional = isOptional.includes(true);
    if (!hasOptional && constants.every((value) => value !== undefined))
      return this.constant(new ArrayList(constants));
    return (frame) => {
      const values: CelValue[] = [];
      for (let index = 0; index < steps.length; index++) {
        const value = steps[index]!(frame);
        const kept = isOptional[index] ? presentIn(value) : value;
        if (kept !== undefined) values.push(kept);
      }
      frame.budget.take(costOfList);
      return new ArrayList(values);
    };
  }

  #map({ entries }: Expr & { kind: 'map' }): Step {
    const steps = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }));
    const isConstant = steps.every(
      ({ key, value, isOptional }) =>
        !isOptional && this.constantOf(key) !== undefined && this.constantOf(value) !== undefined,
    );
    const constants = steps.map(
      ({ key, value }) => [this.constantOf(key)!, this.constantOf(value)!] as const,
    );
    if (isConstant) return this.constant(new EntryMap(constants));
    return (frame) => {
      const map = new EntryMap();
      for (const { key, value, isOptional } of steps) {
        const name = key(frame);
        const made = value(frame);
        const kept = isOptional ? presentIn(made) : made;
        if (kept !== undefined) map.set(name, kept);
      }
      frame.budget.take(costOfMap);
      return map;
    };
  }
}

function planPresence(operand: Step, field: string, cost: number): Step {
  if (cost === 0) return (frame) => hasField(operand(frame), field);
  return (frame) => {
    const value = operand(frame);
    frame.budget.take(cost);
    return hasField(value, field);
  };
}

/** The values of a list that holds nothing but literals, of which there may be tens of thousands. */
function literalsOf(items: ListExpr['items']): CelValue[] | undefined {
  const values: CelValue[] = [];
  for (const { value, isOptional } of items) {
    if (isOptional || value.kind !== 'literal') return undefined;
    values.push(value.value);
  }
  return values;
}
