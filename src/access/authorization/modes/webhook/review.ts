import type { User } from '../../../../api/meta/user.ts';
import type { Fields } from '../../../../client/fields.ts';
import type { Attributes, Ruling } from '../../authorizer.ts';

/** The spec of a SubjectAccessReview. Empty fields are left out. */
export function specOf(attributes: Attributes, version: string): Readonly<Record<string, unknown>> {
  const { user, isResourceRequest, verb, path, name } = attributes;
  if (!isResourceRequest) {
    return { nonResourceAttributes: filled({ path, verb }), ...subjectOf(user, version) };
  }
  const { namespace, group, version: ofResource, resource, subresource } = attributes;
  const asked = { namespace, verb, group, version: ofResource, resource, subresource, name };
  return {
    resourceAttributes: Object.assign({}, filled(asked), selectorsOf(attributes)),
    ...subjectOf(user, version),
  };
}

/** Selectors of the request: requirements, never the text that was sent. */
const selectorsOf = ({ fieldSelector, labelSelector }: Attributes): object => ({
  ...(fieldSelector === undefined ? {} : { fieldSelector: { requirements: fieldSelector } }),
  ...(labelSelector === undefined ? {} : { labelSelector: { requirements: labelSelector } }),
});

/** The older version calls the groups by another name. */
function subjectOf({ name, uid, groups, extra }: User, version: string): Record<string, unknown> {
  return {
    ...filled({ user: name }),
    ...(groups.length === 0 ? {} : { [version === 'v1beta1' ? 'group' : 'groups']: groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
    ...filled({ uid }),
  };
}

const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/** The status of the review. */
export interface ReviewResponse {
  ruling: Ruling;
  /** `evaluationError`; "" if there is none. */
  evaluationError: string;
}

/** Reads the status of a SubjectAccessReview. Throws ShapeError. */
export function answerOf(status: Fields): ReviewResponse {
  const allowed = status.boolean('allowed') ?? false;
  const denied = status.boolean('denied') ?? false;
  const reason = status.text('reason') ?? '';
  const evaluationError = status.text('evaluationError') ?? '';
  if (allowed && denied) {
    const error = 'webhook subject access review returned both allow and deny response';
    return { ruling: { verdict: 'deny', reason, error }, evaluationError };
  }
  const verdict = denied ? 'deny' : allowed ? 'allow' : 'no-opinion';
  return { ruling: { verdict, reason }, evaluationError };
}
