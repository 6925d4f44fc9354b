import type { CelEnvironment, Compilation, Declarations } from '../cel/contract.ts';
import { anyType, dynType, type ObjectType, opaqueType, type Type } from '../cel/types/types.ts';
import { mutationLiteral } from './literals.ts';
import { namespaceType, requestType } from './request-types.ts';
import { type ExpressionUse, type UseRules, usesOfExpressions } from './uses.ts';

export type { ExpressionUse };

/** Environments of a release: for expressions that are written now, and for those that were written before. */
export interface Environments {
  readonly fresh: CelEnvironment;
  readonly stored: CelEnvironment;
  /** What the release knows beside the objects, the request and the parameters. */
  readonly knows: { readonly authorizer: boolean; readonly namespaceAndVariables: boolean };
}

export interface PolicySort {
  readonly hasParams: boolean;
  /** It has variables, or may change objects, which has them always. */
  readonly hasVariables: boolean;
  /** It may write literals of objects and patches. */
  readonly mutates: boolean;
  /** Whether an expression stands in the stored object already: then it may use everything. Absent: all do. */
  isKept?(use: ExpressionUse, text: string): boolean;
}

/** The expressions of one policy. Variables are declared in their order, each before those that may use it. */
export class PolicyExpressions {
  readonly #environments: Environments;
  readonly #sort: PolicySort;
  readonly #variables = new Map<string, Type>();
  readonly #extended = new Map<CelEnvironment, Map<UseRules, CelEnvironment>>();

  constructor(environments: Environments, sort: PolicySort) {
    this.#environments = environments;
    this.#sort = sort;
  }

  compile(use: ExpressionUse, text: string): Compilation {
    const { fresh, stored } = this.#environments;
    const rules = usesOfExpressions[use];
    const base = (this.#sort.isKept?.(use, text) ?? true) ? stored : fresh;
    return this.#environment(base, rules).compile(text, rules.results ?? [anyType]);
  }

  /** Makes a variable known by the type of its expression; one that does not compile may be of any type. */
  declare(name: string, compiled: Compilation): void {
    const type = 'expression' in compiled ? compiled.expression.type : dynType;
    this.#variables.set(name, declaredType(type));
  }

  #environment(base: CelEnvironment, rules: UseRules): CelEnvironment {
    let byRules = this.#extended.get(base);
    if (byRules === undefined) this.#extended.set(base, (byRules = new Map()));
    let found = byRules.get(rules);
    if (found === undefined) byRules.set(rules, (found = base.extended(this.#declarations(rules))));
    return found;
  }

  #declarations({ seesAuthorizer, seesNamespace, seesVariables }: UseRules): Declarations {
    const { hasParams, hasVariables, mutates } = this.#sort;
    const { knows } = this.#environments;
    const variables: Record<string, Type> = { object: dynType, oldObject: dynType, request: requestType };
    if (hasParams) variables['params'] = dynType;
    if (seesAuthorizer && knows.authorizer) {
      variables['authorizer'] = opaqueType('kubernetes.authorization.Authorizer');
      variables['authorizer.requestResource'] = opaqueType('kubernetes.authorization.ResourceCheck');
    }
    if (knows.namespaceAndVariables) {
      if (seesNamespace) variables['namespaceObject'] = namespaceType;
      if (seesVariables && hasVariables) variables['variables'] = this.#variablesType;
    }
    return mutates ? { variables, literals: mutationLiteral } : { variables };
  }

  readonly #variablesType: ObjectType = {
    kind: 'object',
    name: 'kubernetes.variables',
    field: (name) => this.#variables.get(name),
  };
}

const plain = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null', 'duration', 'timestamp'];

/** Lists and maps keep the types of what they hold; objects and values of libraries may be of any type. */
function declaredType(type: Type): Type {
  if (type.kind === 'list') return { kind: 'list', item: declaredType(type.item) };
  if (type.kind === 'map') return { ...type, key: declaredType(type.key), value: declaredType(type.value) };
  return plain.includes(type.kind) ? type : dynType;
}
