import type { Grounds } from '../../api/request/decisions.ts';
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
