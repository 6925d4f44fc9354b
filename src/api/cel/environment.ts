import { atOnce, type Interruptible } from '../../util/slices.ts';
import { check } from './check/checker.ts';
import { Scope } from './check/scope.ts';
import { validate } from './check/validators.ts';
import type { CelEnvironment, CelExpression, Compilation, Declarations } from './contract.ts';
import { plan } from './evaluate/planner.ts';
import { CompiledExpression } from './expression.ts';
import {
  authorizerLibraries,
  type Library,
  libraries,
  sinceFreePresence,
  sinceMixedComparisons,
  sinceOptionals,
  sinceValidators,
} from './library/libraries.ts';
import { isMixedComparison } from './library/operators.ts';
import { standardFunctions, standardLiterals, standardTypes } from './library/standard.ts';
import { MacroTable } from './syntax/macro-table.ts';
import { standardMacros } from './syntax/macros.ts';
import type { Syntax } from './syntax/parse-state.ts';
import { parse } from './syntax/parser.ts';
import { type Issue, issuesText } from './syntax/source.ts';
import { type FunctionDeclaration, FunctionTable } from './types/overloads.ts';
import { sameType, type Type, typeText } from './types/types.ts';
import { CelError } from './values/value.ts';

export interface EnvironmentOptions {
  /** The minor release: 36 of 1.36. */
  readonly release: number;
  /**
   * Whether expressions are stored already: they may use all that the release has. New ones may use what the release
   * before it had, so that a server that goes back still knows them.
   */
  readonly isStored: boolean;
  /** The minor release whose libraries new expressions may use, where operators say it: since 1.31. */
  readonly compatibility?: number;
  /** Whether functions of later libraries cost 1 a call, however long it takes. */
  readonly isLenient?: boolean;
  /** Whether there is the variable `authorizer`, and its functions. */
  readonly hasAuthorizer?: boolean;
  /** Functions of one purpose, as those for JSON patches. */
  readonly functions?: readonly FunctionDeclaration[];
}

/** Releases before this one have one environment for all expressions. */
const sinceCompatibility = 28;

/** Releases before this one know of no other compatibility than with the one before. */
const sinceCompatibilityVersion = 31;

/** The minor release whose libraries expressions may use. */
export function visibleRelease({
  release,
  isStored,
  compatibility = release - 1,
}: EnvironmentOptions): number {
  if (isStored || release < sinceCompatibility) return release;
  return release < sinceCompatibilityVersion ? release - 1 : compatibility;
}

/** The environment of a release. Making one takes a millisecond: it is kept by who needs it. */
export function environmentFor(options: EnvironmentOptions): CelEnvironment {
  const release = visibleRelease(options);
  const candidates = options.hasAuthorizer ? [...libraries, ...authorizerLibraries] : libraries;
  const seen = candidates.filter(({ since }) => since <= release);
  const standard = release >= sinceMixedComparisons ? standardFunctions : standardFunctions.map(withoutMixed);
  const functions = [
    ...standard,
    ...seen.flatMap((library) =>
      options.isLenient && library.isLenient ? library.functions.map(withoutCost) : library.functions,
    ),
    ...(options.functions ?? []),
  ];
  const types = new Map([...standardTypes, ...seen.flatMap(({ types: own = {} }) => Object.entries(own))]);
  const scope = new Scope(new FunctionTable(functions), types, new Map(), [standardLiterals]);
  return new Environment(scope, {
    macros: new MacroTable(macrosOf(seen)),
    hasOptionals: release >= sinceOptionals,
    hasValidators: release >= sinceValidators,
    presenceCost: release >= sinceFreePresence ? 0 : 1,
  });
}

function withoutCost({ cost: _, ...declaration }: FunctionDeclaration): FunctionDeclaration {
  const overloads = declaration.overloads.map(({ cost: _cost, ...overload }) => overload);
  return Object.assign(declaration, { overloads });
}

function macrosOf(seen: readonly Library[]) {
  return Object.assign({}, standardMacros, ...seen.map(({ macros = {} }) => macros)) as typeof standardMacros;
}

function withoutMixed(declaration: FunctionDeclaration): FunctionDeclaration {
  if (!/^_[<>]=?_$/.test(declaration.name)) return declaration;
  const overloads = declaration.overloads.filter((overload) => !isMixedComparison(overload));
  return Object.assign({}, declaration, { overloads });
}

interface Features extends Syntax {
  /** Whether literals of durations, moments, patterns, lists and maps are looked at when the types are known. */
  readonly hasValidators: boolean;
  readonly presenceCost: number;
}

class Environment implements CelEnvironment {
  readonly #scope: Scope;
  readonly #features: Features;

  constructor(scope: Scope, features: Features) {
    this.#scope = scope;
    this.#features = features;
  }

  extended(declarations: Declarations): CelEnvironment {
    return new Environment(this.#scope.extended(declarations), this.#features);
  }

  compile(text: string, expected: readonly Type[] = []): Compilation {
    return atOnce(this.compileInSteps(text, expected));
  }

  *compileInSteps(text: string, expected: readonly Type[] = []): Interruptible<Compilation> {
    const { expr, issues } = yield* parse(text, this.#features);
    yield;
    if (issues.length > 0) return failed(text, issues);
    const tree = check(expr, this.#scope, issues, { joinsMembers: this.#features.hasValidators });
    tree.presenceCost = this.#features.presenceCost;
    yield;
    if (issues.length > 0) return failed(text, issues);
    if (this.#features.hasValidators) validate(expr, tree, issues);
    if (issues.length > 0) return failed(text, issues);
    const type = tree.typeOf(expr);
    const wrong = expectation(type, expected);
    if (wrong !== undefined) return { problem: { isInternal: false, detail: wrong } };
    yield;
    try {
      return { expression: expressionOf(text, type, { expr, tree }) };
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      return { problem: { isInternal: true, detail: `program instantiation failed: ${error.message}` } };
    }
  }
}

function expressionOf(
  text: string,
  type: Type,
  checked: ConstructorParameters<typeof CompiledExpression>[2],
): CelExpression {
  return new CompiledExpression(text, type, checked, plan(checked.expr, checked.tree));
}

function failed(text: string, issues: readonly Issue[]): Compilation {
  const shown = issuesText(text, issues);
  return { problem: { isInternal: false, detail: `compilation failed: ${shown}`, issues: shown } };
}

/** All that is wrong with the type of a result; undefined if nothing is. */
function expectation(type: Type, expected: readonly Type[]): string | undefined {
  if (expected.length === 0 || expected.some((each) => each.kind === 'any' || sameType(each, type)))
    return undefined;
  if (expected.length === 1) return `must evaluate to ${typeText(expected[0]!)}`;
  return `must evaluate to one of [${expected.map(typeText).join(' ')}]`;
}
