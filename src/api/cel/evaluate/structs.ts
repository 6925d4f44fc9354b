import type { StructExpr } from '../syntax/tree.ts';
import { constructorOf, StructValue } from '../values/structs.ts';
import type { CelValue } from '../values/value.ts';
import { type Planning, presentIn } from './planning.ts';
import type { Step } from './step.ts';

const costOfStruct = 40;

/** An object literal: `Object{spec: Object.spec{replicas: 1}}`, `google.protobuf.Int64Value{value: 1}`. */
export function planStruct(planner: Planning, { name, fields }: StructExpr): Step {
  const steps = fields.map((field) => ({ ...field, step: planner.plan(field.value) }));
  const plainName = name.replace(/^\./, '');
  const construct = constructorOf(plainName);
  return (frame) => {
    const values = new Map<string, CelValue>();
    for (const { name: field, step, isOptional } of steps) {
      const made = step(frame);
      const kept = isOptional ? presentIn(made) : made;
      if (kept !== undefined) values.set(field, kept);
    }
    frame.budget.take(costOfStruct);
    return construct === undefined ? new StructValue(plainName, values) : construct(values);
  };
}
