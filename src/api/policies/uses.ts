import { boolType, listOf, nullType, stringType, type Type } from '../cel/types/types.ts';
import { applyType, jsonPatchType } from './literals.ts';

/** The places of a policy, and of a webhook, where expressions stand. */
export type ExpressionUse =
  | 'condition'
  | 'variable'
  | 'validation'
  | 'message'
  | 'audit annotation'
  | 'apply configuration'
  | 'json patch';

/** What expressions of a place may name beside the objects and the request, and what they have to give. */
export interface UseRules {
  /** One of these, exactly; undefined: anything. */
  readonly results: readonly Type[] | undefined;
  readonly seesAuthorizer: boolean;
  readonly seesNamespace: boolean;
  readonly seesVariables: boolean;
}

const all = { seesAuthorizer: true, seesNamespace: true, seesVariables: true };

export const usesOfExpressions: Readonly<Record<ExpressionUse, UseRules>> = {
  condition: { results: [boolType], seesAuthorizer: true, seesNamespace: false, seesVariables: false },
  variable: { results: undefined, ...all },
  validation: { results: [boolType], ...all },
  message: { results: [stringType], ...all, seesAuthorizer: false },
  'audit annotation': { results: [stringType, nullType], ...all },
  'apply configuration': { results: [applyType], ...all },
  'json patch': { results: [listOf(jsonPatchType)], ...all },
};
