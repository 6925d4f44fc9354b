import { plainTypeOf } from '../library/standard.ts';
import type { ComprehensionExpr, StructExpr } from '../syntax/tree.ts';
import { isDynOrError } from '../types/assign.ts';
import { boolType, dynType, errorType, intType, type Type } from '../types/types.ts';
import type { Checking } from './checking.ts';

/** The types of the variables of a loop: item, index and item, key, key and value. */
function variableTypes(
  checker: Checking,
  { range, variable2 }: ComprehensionExpr,
  rangeType: Type,
): [Type, Type] {
  switch (rangeType.kind) {
    case 'list':
      return variable2 === undefined ? [rangeType.item, dynType] : [intType, rangeType.item];
    case 'map':
      return [rangeType.key, rangeType.value];
    case 'dyn':
    case 'any':
    case 'error':
    case 'parameter':
      checker.types.assign(dynType, rangeType);
      return [dynType, dynType];
    default:
      checker.report(
        range.offset,
        `expression of type '${checker.text(rangeType)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
      return [errorType, errorType];
  }
}

export function checkComprehension(checker: Checking, expr: ComprehensionExpr): Type {
  const { range, variable, variable2, accumulator, initial, condition, step, result } = expr;
  const rangeType = checker.types.resolve(checker.type(range));
  const accumulated = checker.type(initial);
  const [first, second] = variableTypes(checker, expr, rangeType);
  return checker.inside(new Map([[accumulator, accumulated]]), () => {
    const variables = new Map([[variable, first]]);
    if (variable2 !== undefined) variables.set(variable2, second);
    checker.inside(variables, () => {
      const expected = [
        [condition, boolType],
        [step, accumulated],
      ] as const;
      for (const [part, type] of expected) {
        const found = checker.type(part);
        if (!checker.types.assign(type, found)) checker.typeMismatch(part.offset, type, found);
      }
    });
    return checker.types.resolve(checker.type(result));
  });
}

export function checkStruct(checker: Checking, { name, fields, offset }: StructExpr): Type {
  const named = checker.find(name);
  if (named === undefined) return checker.undeclared(offset, name);
  const type = named.names;
  const isMessage = type?.kind === 'object' || type?.kind === 'duration' || type?.kind === 'timestamp';
  if (type === undefined) checker.report(offset, `'${name}' is not a type`);
  else if (!isMessage) checker.report(offset, `'${name}' is not a message type`);
  for (const field of fields) {
    const found = checker.type(field.value);
    const wanted = type?.kind === 'object' ? type.field(field.name) : undefined;
    if (wanted === undefined) {
      if (isMessage) checker.report(field.offset, `undefined field '${field.name}'`);
      continue;
    }
    const value = field.isOptional && found.kind === 'optional' ? found.item : found;
    if (field.isOptional && found.kind !== 'optional' && !isDynOrError(found)) {
      checker.typeMismatch(field.value.offset, { kind: 'optional', item: found }, found);
    }
    if (checker.types.assign(wanted, value)) continue;
    checker.report(
      field.offset,
      `expected type of field '${field.name}' is '${checker.text(wanted)}' but provided type is '${checker.text(value)}'`,
    );
  }
  if (!isMessage) return errorType;
  return (type.kind === 'object' ? plainTypeOf(type) : undefined) ?? type;
}
