import type { FunctionDeclaration, Implementation, Overload, RunCost } from '../types/overloads.ts';
import type { Type } from '../types/types.ts';

type Form = Omit<Overload, 'isMethod' | 'args' | 'result'>;

const formOf = (call: Implementation | undefined, cost: RunCost | undefined): Form => {
  if (call === undefined) return cost === undefined ? {} : { cost };
  return cost === undefined ? { call } : { call, cost };
};

/** `name(args)` */
export function plain(args: readonly Type[], result: Type, call?: Implementation, cost?: RunCost): Overload {
  return Object.assign({ isMethod: false, args, result }, formOf(call, cost));
}

/** `target.name(args)` */
export function method(args: readonly Type[], result: Type, call?: Implementation, cost?: RunCost): Overload {
  return Object.assign({ isMethod: true, args, result }, formOf(call, cost));
}

/** A function by its overloads, which know how to work it out. */
export const declare = (name: string, ...overloads: readonly Overload[]): FunctionDeclaration => ({
  name,
  overloads,
});

/** A function that looks at its arguments itself, whichever overload it is. */
export const declareWith = (
  name: string,
  call: Implementation,
  ...overloads: readonly Overload[]
): FunctionDeclaration => ({ name, call, overloads });

/** A part of the size of an argument, for each traversal of it. */
export const traversal =
  (index = 0, factor = 0.1): RunCost =>
  (sizes) =>
    Math.ceil(sizes[index]! * factor);
