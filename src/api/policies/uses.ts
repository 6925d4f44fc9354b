import { jsonPatchType } from '../cel/library/json-patch.ts';
import { objectLiterals } from '../cel/object-literals.ts';
import { boolType, listOf, nullType, stringType, type Type } from '../cel/types/types.ts';

const applyType = objectLiterals()('Object')!;

/** The places of a policy, and of a webhook, where expressions stand. */
export type ExpressionUse =
  | 'condition'
  | 'variable'
  | 'validation'
  | 'message'
  | 'audit annotation'
  | 'apply configuration'
  | 'json patch';

/** Names that expressions of a place may use beside the objects and the request, and types that they have to give. */
export interface UseRules {
  /** One of these, exactly; undefined: anything. */
  readonly results: readonly Type[] | undefined;
  readonly seesAuthorizer: boolean;
  readonly seesVariables: boolean;
  /** It may write literals of objects and patches. */
  readonly writesLiterals?: boolean;
}

const all = { seesAuthorizer: true, seesVariables: true };

export const usesOfExpressions: Readonly<Record<ExpressionUse, UseRules>> = {
  condition: { results: [boolType], seesAuthorizer: true, seesVariables: false },
  variable: { results: undefined, ...all },
  validation: { results: [boolType], ...all },
  message: { results: [stringType], ...all, seesAuthorizer: false },
  'audit annotation': { results: [stringType, nullType], ...all },
  'apply configuration': { results: [applyType], ...all, writesLiterals: true },
  'json patch': { results: [listOf(jsonPatchType)], ...all, writesLiterals: true },
};
