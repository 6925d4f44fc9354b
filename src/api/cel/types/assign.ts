import {
  dynType,
  listOf,
  mapOf,
  optionalOf,
  sameType,
  type Type,
  type TypeParameter,
  typeOfType,
} from './types.ts';

/** All that type parameters stand for in one expression. */
export class Substitution {
  readonly #types: Map<string, Type>;
  #fresh = 0;

  constructor(types: ReadonlyMap<string, Type> = new Map()) {
    this.#types = new Map(types);
  }

  /** A parameter that stands for nothing yet. */
  fresh(): TypeParameter {
    return { kind: 'parameter', name: `_var${this.#fresh++}` };
  }

  /** Whether `from` may be used where `to` is wanted; then parameters are bound. */
  assign(from: Type, to: Type): boolean {
    return this.assignAll([from], [to]);
  }

  assignAll(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    const trial = new Binding(this.#types);
    if (!from.every((type, index) => trial.assignable(type, to[index]!))) return false;
    for (const [name, type] of trial.bound) this.#types.set(name, type);
    return true;
  }

  /** A type with what its parameters stand for. `toDyn`: parameters that stand for nothing are dyn. */
  resolve(type: Type, toDyn = false): Type {
    switch (type.kind) {
      case 'parameter': {
        const bound = this.#types.get(type.name);
        if (bound !== undefined) return this.resolve(bound, toDyn);
        return toDyn ? dynType : type;
      }
      case 'list':
        return listOf(this.resolve(type.item, toDyn));
      case 'optional':
        return optionalOf(this.resolve(type.item, toDyn));
      case 'map':
        return mapOf(this.resolve(type.key, toDyn), this.resolve(type.value, toDyn));
      case 'type':
        return type.item === undefined ? type : typeOfType(this.resolve(type.item, toDyn));
      default:
        return type;
    }
  }
}

const isDyn = (type: Type): boolean => type.kind === 'dyn' || type.kind === 'any';
export const isDynOrError = (type: Type): boolean => isDyn(type) || type.kind === 'error';

/** Types that null may stand for: those whose values are messages. */
const nullable = new Set<Type['kind']>([
  'opaque',
  'object',
  'null',
  'any',
  'duration',
  'timestamp',
  'optional',
]);

/** One attempt to make types agree. */
class Binding {
  /** Parameters that the attempt binds, and the others: those of a long expression are too many to be copied. */
  readonly bound = new Map<string, Type>();
  readonly #known: ReadonlyMap<string, Type>;

  constructor(known: ReadonlyMap<string, Type>) {
    this.#known = known;
  }

  #typeOf(name: string): Type | undefined {
    return this.bound.get(name) ?? this.#known.get(name);
  }

  assignable(from: Type, to: Type): boolean {
    if (to.kind === 'parameter') {
      const [isValid, isBound] = this.#bind(from, to);
      if (isValid) return true;
      if (isBound) return false;
    }
    if (from.kind === 'parameter') return this.#bind(to, from)[0];
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === 'null') return nullable.has(to.kind);
    if (to.kind === 'null') return nullable.has(from.kind);
    return this.#sameForm(from, to);
  }

  #sameForm(from: Type, to: Type): boolean {
    if (from.kind === 'list' && to.kind === 'list') return this.assignable(from.item, to.item);
    if (from.kind === 'optional' && to.kind === 'optional') return this.assignable(from.item, to.item);
    if (from.kind === 'map' && to.kind === 'map')
      return this.assignable(from.key, to.key) && this.assignable(from.value, to.value);
    if (from.kind === 'type') return to.kind === 'type';
    return sameType(from, to);
  }

  /** Whether a parameter may stand for a type, and whether it stood for one before. */
  #bind(type: Type, parameter: TypeParameter): [isValid: boolean, isBound: boolean] {
    if (sameType(type, parameter)) return [true, true];
    const bound = this.#typeOf(parameter.name);
    if (bound === undefined) {
      const isValid = !this.#refersTo(type, parameter);
      if (isValid) this.bound.set(parameter.name, type);
      return [isValid, false];
    }
    if (sameType(type, bound)) return [true, true];
    if (!this.assignable(type, bound)) return [false, true];
    const general = isAtLeastAsGeneral(type, bound) ? type : bound;
    if (!this.#refersTo(general, parameter)) this.bound.set(parameter.name, general);
    return [true, true];
  }

  #refersTo(type: Type, parameter: TypeParameter): boolean {
    switch (type.kind) {
      case 'parameter': {
        if (type.name === parameter.name) return true;
        const bound = this.#typeOf(type.name);
        return bound !== undefined && this.#refersTo(bound, parameter);
      }
      case 'list':
      case 'optional':
        return this.#refersTo(type.item, parameter);
      case 'map':
        return this.#refersTo(type.key, parameter) || this.#refersTo(type.value, parameter);
      default:
        return false;
    }
  }
}

/** The more general of two types that agree. */
export const mostGeneral = (a: Type, b: Type): Type => (isAtLeastAsGeneral(a, b) ? a : b);

function isAtLeastAsGeneral(a: Type, b: Type): boolean {
  if (isDyn(a) || a.kind === 'parameter') return true;
  if (isDyn(b) || b.kind === 'parameter' || a.kind !== b.kind) return false;
  if (a.kind === 'list' && b.kind === 'list') return isAtLeastAsGeneral(a.item, b.item);
  if (a.kind === 'optional' && b.kind === 'optional') return isAtLeastAsGeneral(a.item, b.item);
  if (a.kind === 'map' && b.kind === 'map')
    return isAtLeastAsGeneral(a.key, b.key) && isAtLeastAsGeneral(a.value, b.value);
  return a.kind === 'type' || sameType(a, b);
}
