import type { Attributes, Authorizer, ExplainedRuling } from './authorizer.ts';

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
