import type { Lack } from '../../api/rbac/rule-lacks.ts';
import type { RbacV1PolicyRule, RbacV1RoleRef, RbacV1Subject } from '../../api/schema/types.gen.ts';
import type { Attributes, Authorizer, Ruling } from './authorizer.ts';

/** A ruling and how it came about: for callers who may know, as it names objects that they may not see. */
export interface ExplainedRuling {
  readonly ruling: Ruling;
  /** The authorizers that were asked, in order. */
  readonly steps: readonly AuthorizerStep[];
}

export interface AuthorizerStep {
  /** As `--authorization-mode` names it. */
  readonly authorizer: string;
  readonly ruling: Ruling;
  readonly grounds?: Grounds;
}

/** Further grounds of a mode beside its reason. */
export interface Grounds {
  /** What allowed the request. */
  readonly allowedBy?: Permission;
  /** Rules that hold for the user and would allow the request but for one thing. */
  readonly nearest?: readonly NearRule[];
  /** Namespaces in which the user's bindings allow the same. */
  readonly allowedIn?: readonly string[];
  /** The policy of a file that allowed the request. */
  readonly policy?: object;
}

/** A rule of a role, and the binding that gives the role to the user. */
export interface Permission {
  readonly binding: { readonly kind: string; readonly namespace?: string; readonly name: string };
  readonly role: Pick<RbacV1RoleRef, 'kind' | 'name'>;
  readonly subject: RbacV1Subject;
  readonly rule: RbacV1PolicyRule;
}

export interface NearRule extends Permission {
  /** The field that does not cover the request. */
  readonly lacks: Lack;
}

/** Asks an authorizer, and how its ruling came about as far as it can say. */
export async function explainRuling(
  authorizer: Authorizer,
  attributes: Attributes,
  name = 'authorizer',
): Promise<ExplainedRuling> {
  if (authorizer.explain !== undefined) return authorizer.explain(attributes);
  const ruling = await authorizer.authorize(attributes);
  return { ruling, steps: [{ authorizer: name, ruling }] };
}
