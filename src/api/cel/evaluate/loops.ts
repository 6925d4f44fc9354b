import { type ComprehensionExpr, type Expr, partsOf } from '../syntax/tree.ts';
import { EntryMap, ListValue, MapValue } from '../values/collections.ts';
import { typeName } from '../values/types.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { GrowingList } from './appends.ts';
import type { Planning } from './planning.ts';
import { type Frame, type Step, survivable, truth } from './step.ts';

/** Puts the next item (and its index, or key) into the variables. */
type Turn = (frame: Frame, first: CelValue, second: CelValue) => boolean;

export function planLoop(planner: Planning, expr: ComprehensionExpr): Step {
  const { range, variable, variable2, accumulator } = expr;
  const items = planner.plan(range);
  const start = planInitial(planner, expr);
  const isBinding = range.kind === 'list' && range.items.length === 0 && variable === '#unused';
  return planner.inside([accumulator], ([accumulatorPlace]) => {
    const place = accumulatorPlace!;
    if (isBinding) return planBinding(planner, expr, start, place);
    const names = variable2 === undefined ? [variable] : [variable, variable2];
    const work = sizeOfTree(expr.condition) + sizeOfTree(expr.step);
    const quantifier = planner.inside(names, (places) =>
      planQuantifier(planner, expr, items, { places, work }),
    );
    if (quantifier !== undefined) return quantifier;
    const turn = planner.inside(names, (places) => planTurn(planner, expr, place, { places, work }));
    const result = planner.plan(expr.result);
    return (frame) => {
      const values = items(frame);
      frame.locals[place] = start(frame);
      forEach(frame, values, variable2 !== undefined, turn);
      return result(frame);
    };
  });
}

function planBinding(planner: Planning, expr: ComprehensionExpr, value: Step, place: number): Step {
  const result = planner.plan(expr.result);
  return (frame) => {
    frame.locals[place] = value(frame);
    return result(frame);
  };
}

/** Lists and maps that a loop makes begin as new ones each time. */
function planInitial(planner: Planning, { accumulator, initial }: ComprehensionExpr): Step {
  if (accumulator !== '@result') return planner.plan(initial);
  if (initial.kind === 'list') return () => new GrowingList();
  return initial.kind === 'map' ? () => new EntryMap() : planner.plan(initial);
}

interface TurnPlan {
  readonly places: readonly number[];
  /** Parts of the expression that a turn works out. */
  readonly work: number;
}

function planTurn(planner: Planning, expr: ComprehensionExpr, accumulator: number, turn: TurnPlan): Turn {
  const [first, second] = turn.places as [number, number?];
  const step = planner.plan(expr.step);
  return (frame, key, value) => {
    const { locals } = frame;
    frame.budget.work(turn.work);
    locals[first] = key;
    if (second !== undefined) locals[second] = value;
    locals[accumulator] = step(frame);
    return true;
  };
}

/**
 * `all` and `exists`: a turn that decides ends the loop, whatever is wrong with others. Each turn costs what its
 * unfolded form does: the question whether the result is still open, and its use.
 */
function planQuantifier(
  planner: Planning,
  { condition, step }: ComprehensionExpr,
  items: Step,
  { places, work }: TurnPlan,
): Step | undefined {
  if (condition.kind !== 'call' || condition.name !== '@not_strictly_false' || step.kind !== 'call')
    return undefined;
  const [first, second] = places as [number, number?];
  const decisive = step.name === '_||_';
  const cost = decisive ? 4 : 3;
  const predicate = planner.plan(step.args[1]!);
  return (frame) => {
    const { budget, locals } = frame;
    const range = items(frame);
    let problem: CelError | undefined;
    let isDecided = false;
    forEach(frame, range, second !== undefined, (_, key, value) => {
      budget.work(work);
      budget.take(cost);
      locals[first] = key;
      if (second !== undefined) locals[second] = value;
      try {
        isDecided = truth(predicate(frame)) === decisive;
      } catch (error) {
        const next = survivable(error, budget);
        problem ??= next;
      }
      return !isDecided;
    });
    budget.take(1);
    if (isDecided) return decisive;
    if (problem !== undefined) throw problem;
    return !decisive;
  };
}

function forEach(frame: Frame, range: CelValue, hasTwo: boolean, turn: Turn): void {
  if (range instanceof ListValue) {
    for (let index = 0; index < range.length; index++) {
      const item = range.at(index);
      if (!turn(frame, hasTwo ? BigInt(index) : item, item)) return;
    }
    return;
  }
  if (!(range instanceof MapValue)) throw new CelError(`got '${goTypeName(range)}', expected iterable type`);
  frame.budget.work(range.size);
  for (const key of range.keys()) {
    if (!turn(frame, key, hasTwo ? range.get(key)! : null)) return;
  }
}

/** The name that messages of loops have for a type of value. */
function goTypeName(value: CelValue): string {
  const name = typeName(value);
  if (name === 'null_type') return 'types.Null';
  const short = name.slice(name.lastIndexOf('.') + 1);
  return `types.${short[0]!.toUpperCase()}${short.slice(1)}`;
}

/** How many parts an expression has: those that cost nothing take time as well. */
function sizeOfTree(expr: Expr): number {
  return partsOf(expr).reduce((sum, part) => sum + sizeOfTree(part), 1);
}
