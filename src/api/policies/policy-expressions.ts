import { atOnce, type Interruptible } from '../../util/slices.ts';
import { namespaceType, requestType, variableType } from '../cel/admission-types.ts';
import { compileSteps, maxCompileSteps } from '../cel/compile-steps.ts';
import type { CelEnvironment, Compilation, Declarations } from '../cel/contract.ts';
import { authorizerType, resourceCheckType } from '../cel/library/authorizer.ts';
import { jsonPatchType } from '../cel/library/json-patch.ts';
import { objectLiterals } from '../cel/object-literals.ts';
import { dynType, type ObjectType, sameType, type Type, typeText } from '../cel/types/types.ts';
import type { Environments } from './environments.ts';
import { type ExpressionUse, type UseRules, usesOfExpressions } from './uses.ts';

export type { ExpressionUse };

/** Named as the other types of policies are. */
export const variablesTypeName = requestType.name.replace(/[^.]*$/, 'variables');

export interface PolicySort {
  readonly hasParams: boolean;
  /** It has variables, or may change objects, which has them always. */
  readonly hasVariables: boolean;
  /** Types of what is asked about: absent, they are not known before. */
  readonly types?: CheckedTypes;
  /** Whether an expression stands in the stored object already: then it may use everything. Absent: all do. */
  isKept?(use: ExpressionUse, text: string): boolean;
}

/** Types with which expressions are checked, though not evaluated. */
export interface CheckedTypes {
  readonly object: Type;
  /** Undefined where it is not known. */
  readonly params: Type | undefined;
}

/** The conditions of a webhook. */
export const webhookSort: PolicySort = { hasParams: false, hasVariables: false };

const tooMany = 'the expressions are more than can be compiled';

/** The expressions of one policy. Variables are declared in their order, each before those that may use it. */
export class PolicyExpressions {
  readonly #environments: Environments;
  readonly #sort: PolicySort;
  #steps = 0;
  readonly #variables = new Map<string, Type>();
  readonly #extended = new Map<CelEnvironment, Map<UseRules, CelEnvironment>>();

  constructor(environments: Environments, sort: PolicySort) {
    this.#environments = environments;
    this.#sort = sort;
  }

  compile(use: ExpressionUse, text: string): Compilation {
    return atOnce(this.compileInSteps(use, text));
  }

  *compileInSteps(use: ExpressionUse, text: string): Interruptible<Compilation> {
    this.#steps += compileSteps(text);
    if (this.#steps > maxCompileSteps) return { problem: { isInternal: false, detail: tooMany } };
    const rules = usesOfExpressions[use];
    const { fresh, stored } = this.#environments.of({ mutates: rules.writesLiterals ?? false });
    const base = (this.#sort.isKept?.(use, text) ?? true) ? stored : fresh;
    const compiled = yield* this.#environment(base, rules).compileInSteps(text);
    const wrong = 'expression' in compiled ? wrongResult(compiled.expression.type, rules) : undefined;
    return wrong === undefined ? compiled : { problem: { isInternal: false, detail: wrong } };
  }

  /** Makes a variable known by the type of its expression; one that does not compile may be of any type. */
  declare(name: string, compiled: Compilation): void {
    const type = 'expression' in compiled ? compiled.expression.type : dynType;
    this.#variables.set(name, variableType(type));
  }

  #environment(base: CelEnvironment, rules: UseRules): CelEnvironment {
    let byRules = this.#extended.get(base);
    if (byRules === undefined) this.#extended.set(base, (byRules = new Map()));
    let found = byRules.get(rules);
    if (found === undefined) byRules.set(rules, (found = base.extended(this.#declarations(rules))));
    return found;
  }

  #declarations({ seesAuthorizer, seesVariables, writesLiterals }: UseRules): Declarations {
    const { hasParams, hasVariables, types } = this.#sort;
    const { knows } = this.#environments;
    const object = types?.object ?? dynType;
    const variables: Record<string, Type> = { object, oldObject: object, request: requestType };
    if (hasParams) variables['params'] = types?.params ?? dynType;
    if (seesAuthorizer && knows.authorizer) {
      variables['authorizer'] = authorizerType;
      // Those who check types have never known of it.
      if (types === undefined) variables['authorizer.requestResource'] = resourceCheckType;
    }
    if (knows.namespaceAndVariables) {
      variables['namespaceObject'] = namespaceType;
      if (seesVariables && hasVariables) variables['variables'] = this.#variablesType;
    }
    return writesLiterals ? { variables, literals: mutationLiteral } : { variables };
  }

  readonly #variablesType: ObjectType = {
    kind: 'object',
    name: variablesTypeName,
    field: (name) => this.#variables.get(name),
  };
}

const literals = objectLiterals();

/** Types that mutations may write: parts of objects, and steps of patches. */
const mutationLiteral = (name: string): ObjectType | undefined =>
  name === jsonPatchType.name ? jsonPatchType : literals(name);

/** The type has to be exactly that: what may be of any type does not do. */
function wrongResult(type: Type, { results }: UseRules): string | undefined {
  if (results === undefined || results.some((result) => sameType(result, type))) return undefined;
  const wanted = results.map(typeText);
  const text = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(' ')}]`;
  return `must evaluate to ${text} but got ${typeText(type)}`.replaceAll(/\bnull\b/g, 'null_type');
}
