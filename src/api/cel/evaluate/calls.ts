import { unlimitedBudget } from '../budget.ts';
import type { ResolvedCall } from '../check/checked.ts';
import type { CallExpr } from '../syntax/tree.ts';
import type { FunctionDeclaration, Implementation, Overload, RunCost } from '../types/overloads.ts';
import { equals } from '../values/equality.ts';
import { fits } from '../values/runtime-types.ts';
import { sizeOf } from '../values/sizes.ts';
import { typeName } from '../values/types.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { planAppend } from './appends.ts';
import { planLogic } from './logic.ts';
import type { Planning } from './planning.ts';
import type { Step } from './step.ts';

/** Functions that are worked out at once when what they take is constant. */
const folded = new Set('bool bytes double duration dyn int string timestamp type uint'.split(' '));

export function planCall(planner: Planning, expr: CallExpr): Step {
  const logic = planLogic(planner, expr);
  if (logic !== undefined) return logic;
  const append = planAppend(planner, expr);
  if (append !== undefined) return append;
  const call = planner.tree.calls.get(expr)!;
  const args = call.args.map((arg) => planner.plan(arg));
  const { name } = call.declaration;
  if (name === '_==_' || name === '_!=_') return planEquality(args, name === '_==_');
  const run = implementationOf(planner, call);
  const constants = args.map((arg) => planner.constantOf(arg));
  if (folded.has(name) && args.length === 1 && constants[0] !== undefined) {
    return planner.constant(run(constants as CelValue[], unlimitedBudget));
  }
  const cost = costOf(call);
  if (name === '@sortByAssociatedKeys') args[1] = withoutReason(args[1]!);
  const prepared = call.declaration.prepare?.(constants);
  return planRun(args, prepared ?? run, { cost, steps: call.declaration.steps ?? 0 });
}

/** All that is wrong with the keys of a list is not said. */
function withoutReason(keys: Step): Step {
  return (frame) => {
    try {
      return keys(frame);
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      throw new CelError(
        'internal error: interface conversion: *types.Err is not traits.Lister: missing method Add',
      );
    }
  };
}

interface CallCosts {
  readonly cost: RunCost | undefined;
  readonly steps: number;
}

function planRun(args: readonly Step[], run: Implementation, { cost, steps: ownSteps }: CallCosts): Step {
  const steps = ownSteps + (cost === undefined ? stepsOfCall : stepsOfSizes);
  if (cost !== undefined) {
    const seesResult = cost.length > 1;
    return (frame) => {
      const values: CelValue[] = [];
      const sizes: number[] = [];
      for (let index = 0; index < args.length; index++) {
        const value = args[index]!(frame);
        values.push(value);
        sizes.push(sizeOf(value));
      }
      const { budget } = frame;
      budget.work(steps);
      if (!seesResult) budget.take(cost(sizes, one));
      const result = run(values, budget);
      if (seesResult) budget.take(cost(sizes, () => sizeOf(result)));
      return result;
    };
  }
  const [first, second] = args;
  if (args.length === 1) {
    return (frame) => {
      const value = first!(frame);
      frame.budget.take(1);
      frame.budget.work(steps);
      return run([value], frame.budget);
    };
  }
  if (args.length === 2) {
    return (frame) => {
      const values = [first!(frame), second!(frame)];
      frame.budget.take(1);
      frame.budget.work(steps);
      return run(values, frame.budget);
    };
  }
  return (frame) => {
    const values = args.map((arg) => arg(frame));
    frame.budget.take(1);
    frame.budget.work(steps);
    return run(values, frame.budget);
  };
}

const one = (): number => 1;

/** To find what a call works on, and its sizes. */
const stepsOfCall = 2;
const stepsOfSizes = 5;

function planEquality([left, right]: readonly Step[], isEqual: boolean): Step {
  return (frame) => {
    const a = left!(frame);
    const b = right!(frame);
    const { budget } = frame;
    budget.take(Math.ceil(Math.min(sizeOf(a), sizeOf(b)) * 0.1));
    return equals(a, b, budget) === isEqual;
  };
}

/** The time when the types leave several overloads open, a call costs 1, unless the function says what it costs. */
function costOf({ declaration, overloads }: ResolvedCall): RunCost | undefined {
  return declaration.cost ?? (overloads.length === 1 ? overloads[0]!.cost : undefined);
}

/** Finds the overload that values fit; where the types are known it is known. */
function implementationOf(planner: Planning, { declaration, overloads, args }: ResolvedCall): Implementation {
  if (declaration.call !== undefined) return declaration.call;
  const types = args.map((arg) => planner.tree.typeOf(arg));
  const isCertain = types.every(
    ({ kind }) => kind !== 'dyn' && kind !== 'any' && kind !== 'list' && kind !== 'map',
  );
  const [only] = overloads;
  if (overloads.length === 1 && isCertain) return only!.call!;
  return (values, budget) => overloadFor(declaration, overloads, values)(values, budget);
}

function overloadFor(
  { name }: FunctionDeclaration,
  overloads: readonly Overload[],
  values: readonly CelValue[],
): Implementation {
  const found = overloads.find(({ args }) => args.every((type, index) => fits(values[index]!, type)));
  if (found !== undefined) return found.call!;
  throw new CelError(`no such overload: ${name}(${values.map(typeName).join(', ')})`);
}
