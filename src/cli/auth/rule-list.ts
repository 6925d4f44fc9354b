import type { CommandContext } from '../shared/command.ts';
import { Columns } from '../shared/output/columns.ts';
import { type ListedRule, ruleRows, ruleTitles } from '../shared/rules/rule-rows.ts';

interface RulesReview {
  status?: {
    resourceRules?: readonly ListedRule[];
    nonResourceRules?: readonly ListedRule[];
    incomplete?: boolean;
    evaluationError?: string;
  };
}

/** Prints all that the user may do in the namespace. */
export async function printRules({ flags, session, host }: CommandContext): Promise<void> {
  const { api } = await session.dialect();
  const client = await session.client();
  const namespace = await session.namespace();
  const { status = {} } = await client.json<RulesReview>({
    method: 'POST',
    path: `/apis/authorization.${api}/v1/selfsubjectrulesreviews`,
    body: { apiVersion: `authorization.${api}/v1`, kind: 'SelfSubjectRulesReview', spec: { namespace } },
  });
  if (status.incomplete === true) {
    host.err.line(`warning: the list may be incomplete: ${status.evaluationError ?? ''}`);
  }
  const rows = ruleRows([...(status.resourceRules ?? []), ...(status.nonResourceRules ?? [])]);
  await host.out.write(new Columns().format(flags.boolean('no-headers') ? rows : [[...ruleTitles], ...rows]));
}
