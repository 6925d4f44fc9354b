import type { CallExpr, Expr } from '../syntax/tree.ts';
import { isDynOrError } from '../types/assign.ts';
import type { FunctionDeclaration, Overload } from '../types/overloads.ts';
import {
  boolType,
  dynType,
  errorType,
  listOf,
  mapOf,
  optionalOf,
  sameType,
  type Type,
} from '../types/types.ts';
import type { Checking } from './checking.ts';

/** A call whose arguments are checked. */
interface Call {
  readonly declaration: FunctionDeclaration;
  /** The target first. */
  readonly args: readonly Expr[];
  readonly isMethod: boolean;
}

/** Finds the overloads of a function that the types of its arguments fit, and gives the type of the result. */
export function resolveCall(checker: Checking, expr: CallExpr, call: Call): Type {
  const { declaration, args, isMethod } = call;
  const types = args.map((arg) => checker.tree.types.get(arg)!);
  if (declaration.name === '_&&_' || declaration.name === '_||_') return resolveLogical(checker, expr, call);
  const fitting: Overload[] = [];
  let result: Type | undefined;
  for (const overload of declaration.overloads) {
    if (overload.isMethod !== isMethod || overload.args.length !== args.length) continue;
    const own = withOwnParameters(checker, overload);
    if (!checker.types.assignAll(types, own.args)) continue;
    fitting.push(overload);
    const made = checker.types.resolve(own.result);
    if (result === undefined) result = made;
    else if (!isDynOrError(result) && !sameType(result, made)) result = dynType;
  }
  if (result === undefined) return noOverload(checker, expr, call, types);
  checker.tree.calls.set(expr, { declaration, overloads: fitting, args });
  return result;
}

/** `&&` and `||` say which side is no bool. */
function resolveLogical(checker: Checking, expr: CallExpr, { declaration, args }: Call): Type {
  let type = boolType;
  for (const arg of args) {
    const found = checker.tree.types.get(arg)!;
    if (checker.types.assign(found, boolType)) continue;
    checker.typeMismatch(arg.offset, boolType, found);
    type = errorType;
  }
  checker.tree.calls.set(expr, { declaration, overloads: declaration.overloads, args });
  return type;
}

function noOverload(
  checker: Checking,
  { offset }: CallExpr,
  { declaration: { name }, isMethod }: Call,
  types: readonly Type[],
): Type {
  const texts = types.map((type) => checker.text(type));
  const applied = isMethod ? `${texts[0]}.(${texts.slice(1).join(', ')})` : `(${texts.join(', ')})`;
  checker.report(offset, `found no matching overload for '${name}' applied to '${applied}'`);
  return errorType;
}

/** The parameters of an overload are others in each call. */
function withOwnParameters({ types }: Checking, { args, result }: Overload): { args: Type[]; result: Type } {
  const own = new Map<string, Type>();
  const renamed = (type: Type): Type => {
    switch (type.kind) {
      case 'parameter': {
        const known = own.get(type.name) ?? types.fresh();
        own.set(type.name, known);
        return known;
      }
      case 'list':
        return listOf(renamed(type.item));
      case 'optional':
        return optionalOf(renamed(type.item));
      case 'map':
        return mapOf(renamed(type.key), renamed(type.value));
      case 'type':
        return type.item === undefined ? type : { kind: 'type', item: renamed(type.item) };
      default:
        return type;
    }
  };
  return { args: args.map(renamed), result: renamed(result) };
}
