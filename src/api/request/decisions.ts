import type { Lack } from '../rbac/rule-lacks.ts';
import type {
  AdmissionregistrationV1ParamRef,
  RbacV1PolicyRule,
  RbacV1RoleRef,
  RbacV1Subject,
} from '../schema/types.gen.ts';

/**
 * The header of a request that asks for the server's decisions about it: `authorization`, `admission`, `expressions`, or
 * several with commas between. The answer has them as JSON in the header `decisions`, in ASCII, which fits into every answer: errors,
 * lists that are sent as they are read, Protobuf.
 */
export const explainHeader = 'explain-decisions';
export const decisionsHeader = 'decisions';

/**
 * The header with a policy that is not in force, as base64 of the JSON of a TriedPolicy: all of its expressions are
 * evaluated with the request, and decide nothing. Needs the part `expressions`.
 */
export const triedPolicyHeader = 'try-policy';

export interface TriedPolicy {
  /** A validating or mutating policy. */
  policy: object;
  /** The parameters, as a binding would name them. */
  paramRef?: AdmissionregistrationV1ParamRef;
}

/** Characters of the header of an answer: half of what clients take with the smallest limits. */
export const maxDecisionsLength = 8 * 1024;

export const explainableParts = ['authorization', 'admission', 'expressions'] as const;
export type ExplainablePart = (typeof explainableParts)[number];

/** A caller sees a part who may `get` this path. It is not served. */
export const pathOfPart = (part: ExplainablePart): string => `/decisions/${part}`;

/** The content of the header of an answer. */
export interface Decisions {
  authorization?: AuthorizationDecision[];
  admission?: AdmittedObject[];
  /** Parts that the caller asked for and may not see. */
  withheld?: ExplainablePart[];
  /** Something was left out, so that the rest fits. */
  isCut?: true;
}

/** One question to the authorizers. */
export interface AuthorizationDecision {
  /**
   * Reason why it was asked: the request itself, whom to act as, the creation by an update, the question of a review.
   */
  about: 'request' | 'impersonation' | 'creation' | 'review';
  user: string;
  verb: string;
  /** Type and place of a resource: fields that are empty are left out. */
  group?: string;
  resource?: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  path?: string;
  isAllowed: boolean;
  steps: AuthorizationStep[];
}

/** The answer of one authorizer. */
export interface AuthorizationStep extends Grounds {
  /** Name in `--authorization-mode`. */
  authorizer: string;
  verdict: string;
  reason?: string;
  error?: string;
}

/** Grounds of a mode beside its reason. */
export interface Grounds {
  /** The grounds on which the request was allowed. */
  allowedBy?: Permission;
  /** Rules that hold for the user and would allow the request but for one thing. */
  nearest?: NearRule[];
  /** Namespaces in which the user's bindings allow the same. */
  allowedIn?: string[];
  /** The policy of a file that allowed the request. */
  policy?: object;
}

/** A rule of a role, and the binding that gives the role to the user. */
export interface Permission {
  binding: { kind: string; namespace?: string; name: string };
  role: Pick<RbacV1RoleRef, 'kind' | 'name'>;
  subject: RbacV1Subject;
  rule?: RbacV1PolicyRule;
}

export interface NearRule extends Permission {
  /** The field that does not cover the request. */
  lacks: Lack;
}

/** Admission of one object. */
export interface AdmittedObject {
  operation: string;
  group?: string;
  resource: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  /** Plugins that changed or refused it, in order; webhooks also when they let it pass. */
  steps: AdmissionDecision[];
  /** Plugins that let it pass as it was. */
  passed: string[];
  /** Expressions of policies that were evaluated, in order. */
  expressions?: EvaluatedExpression[];
  /** Too large for its changes to be found: only refusals and webhooks are there. */
  isTooLarge?: true;
}

export interface EvaluatedExpression {
  policy: string;
  /** Absent for a policy that was tried alone. */
  binding?: string;
  /** The name, for a variable. */
  variable?: string;
  expression: string;
  /** JSON; left out for objects of confidential types, unless it is true or false. */
  value?: string;
  cost: number;
  /** Text on why there is no value. */
  problem?: string;
}

export interface AdmissionDecision {
  /** A plugin of the server, a webhook with its configuration, or a policy. */
  plugin?: string;
  webhook?: string;
  configuration?: string;
  /** A policy, the binding that put it into effect, and the expression that decided. */
  policy?: string;
  binding?: string;
  expression?: string;
  step: 'admit' | 'validate';
  /** `ignored`: a webhook that could not be asked, and whose failure policy lets the request pass. */
  outcome: 'changed' | 'allowed' | 'refused' | 'failed' | 'ignored';
  /** Its changes to the object. Values that are too long or confidential are left out. */
  patch?: ShownOperation[];
  /** Further operations of the patch. */
  more?: number;
  /** Code of a refusal or failure. */
  code?: number;
  message?: string;
}

/** An operation of a JSON patch; in place of a value that is not shown, its length as JSON. */
export interface ShownOperation {
  op: string;
  path: string;
  from?: string;
  value?: unknown;
  valueLength?: number;
}
