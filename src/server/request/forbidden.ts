import type { Attributes } from '../../access/authorization/authorizer.ts';
import { deniedText } from '../../access/authorization/denied-text.ts';
import { forbiddenError, type StatusError } from '../../api/meta/status.ts';
import { escapeMarkup } from '../../util/escape-markup.ts';

/** The refusal of a request that no rule allows: it says what was asked. `reason`: of the authorizer, may be empty. */
export function forbiddenRequest(attributes: Attributes, reason: string): StatusError {
  const { group, resource, name } = attributes;
  const what = escapeMarkup(deniedText(attributes));
  return forbiddenError({ group, resource }, name, reason === '' ? what : `${what}: ${reason}`);
}
