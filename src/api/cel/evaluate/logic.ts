import type { CallExpr } from '../syntax/tree.ts';
import type { CelError, CelValue } from '../values/value.ts';
import { itemOf, optionalItem } from './access.ts';
import type { Planning } from './planning.ts';
import { noSuchOverload, type Step, survivable, truth } from './step.ts';

/** Operators that look at their operands one after another, and access to members; undefined for other calls. */
export function planLogic(planner: Planning, { name, args }: CallExpr): Step | undefined {
  const steps = (): Step[] => args.map((arg) => planner.plan(arg));
  switch (name) {
    case '_&&_':
      return planDecision(steps(), false);
    case '_||_':
      return planDecision(steps(), true);
    case '_?_:_':
      return planChoice(steps());
    case '!_':
      return planNot(steps());
    case '_[_]':
      return planAccess(steps(), itemOf);
    case '_[?_]':
      return planAccess(steps(), optionalItem);
    default:
      return undefined;
  }
}

/** One side that decides is enough, whatever is wrong with the other. */
function planDecision([left, right]: readonly Step[], decisive: boolean): Step {
  return (frame) => {
    let problem: CelError | undefined;
    try {
      if (truth(left!(frame)) === decisive) return decisive;
    } catch (error) {
      problem = survivable(error, frame.budget);
    }
    if (problem === undefined) return truth(right!(frame));
    try {
      if (truth(right!(frame)) === decisive) return decisive;
    } catch (error) {
      survivable(error, frame.budget);
    }
    throw problem;
  };
}

function planChoice([condition, whenTrue, whenFalse]: readonly Step[]): Step {
  return (frame) => (truth(condition!(frame)) ? whenTrue!(frame) : whenFalse!(frame));
}

function planNot([operand]: readonly Step[]): Step {
  return (frame) => {
    const value = operand!(frame);
    frame.budget.take(1);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return !value;
  };
}

function planAccess(
  [operand, key]: readonly Step[],
  access: (operand: CelValue, key: CelValue) => CelValue,
): Step {
  return (frame) => {
    const value = operand!(frame);
    const index = key!(frame);
    frame.budget.take(1);
    return access(value, index);
  };
}
