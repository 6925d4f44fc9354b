import type { Attributes, Authorizer } from '../../access/authorization/authorizer.ts';
import type { User } from '../../api/meta/user.ts';
import type {
  AuthorizationV1NonResourceAttributes,
  AuthorizationV1ResourceAttributes,
  AuthorizationV1SelfSubjectAccessReviewSpec,
  AuthorizationV1SubjectAccessReviewSpec,
} from '../../api/schema/types.gen.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import { noResource } from '../request/request-attributes.ts';
import type { RequestState } from '../request-state.ts';
import type { ReviewAnswer } from './review.ts';
import { reviewSelectors } from './review-selectors.ts';

/** Authorizes for a given user: SubjectAccessReview and LocalSubjectAccessReview. */
export function accessReview(authorizer: Authorizer): ReviewAnswer {
  return async (question, { state }) => {
    const spec = question['spec'] as AuthorizationV1SubjectAccessReviewSpec;
    return { ...question, status: await statusOf(authorizer, state, spec, userOf(spec)) };
  };
}

/** Says whether the one who asks may do something. */
export function selfAccessReview(authorizer: Authorizer): ReviewAnswer {
  return async (question, { state }) => {
    const spec = question['spec'] as AuthorizationV1SelfSubjectAccessReviewSpec;
    return { ...question, status: await statusOf(authorizer, state, spec, state.user!) };
  };
}

async function statusOf(
  authorizer: Authorizer,
  { explanation }: Pick<RequestState, 'explanation'>,
  spec: AuthorizationV1SelfSubjectAccessReviewSpec,
  user: User,
): Promise<object> {
  const selectors = spec.resourceAttributes && reviewSelectors(spec.resourceAttributes);
  const attributes = Object.assign(attributesIn(spec, user), selectors?.seen);
  const { verdict, reason, error } = await authorizeExplained(explanation, authorizer, attributes, 'review');
  const problem = error ?? selectors?.problem;
  return {
    allowed: verdict === 'allow',
    denied: verdict === 'deny',
    reason,
    ...(problem === undefined ? {} : { evaluationError: problem }),
  };
}

function userOf({
  user = '',
  uid = '',
  groups = [],
  extra = {},
}: AuthorizationV1SubjectAccessReviewSpec): User {
  const lower = Object.entries(extra).map(([key, values]) => [key.toLowerCase(), values]);
  return { name: user, uid, groups, extra: Object.fromEntries(lower) };
}

/** The attributes to authorize: one of the two is set. */
function attributesIn(
  {
    resourceAttributes,
    nonResourceAttributes,
  }: {
    resourceAttributes?: AuthorizationV1ResourceAttributes;
    nonResourceAttributes?: AuthorizationV1NonResourceAttributes;
  },
  user: User,
): Attributes {
  if (resourceAttributes === undefined) {
    const { path = '', verb = '' } = nonResourceAttributes ?? {};
    return { ...noResource, user, verb, path };
  }
  const {
    namespace = '',
    verb = '',
    group = '',
    version,
    resource = '',
    subresource = '',
    name = '',
  } = resourceAttributes;
  return {
    user,
    verb,
    isResourceRequest: true,
    namespace,
    group,
    // Without a version the review is about all versions.
    version: version || '*',
    resource,
    subresource,
    name,
    path: '',
  };
}
