import type { Authorizer } from '../../access/authorization/authorizer.ts';
import { internalError } from '../../api/meta/status.ts';
import type { Exchange } from '../exchange.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import { forbiddenRequest } from './forbidden.ts';
import { attributesOf } from './request-attributes.ts';

/**
 * Asked when an update or an apply finds no object and is about to make one: a user who may only update objects
 * must not create them. Rejects with Forbidden.
 */
export type CreationCheck = (exchange: Pick<Exchange, 'state'>) => Promise<void>;

export function creationCheck(authorizer: Authorizer): CreationCheck {
  return async ({ state }) => {
    const attributes = { ...attributesOf(state), verb: 'create' };
    const { verdict, error, reason } = await authorizeExplained(
      state.explanation,
      authorizer,
      attributes,
      'creation',
    );
    if (verdict === 'allow') return;
    throw error === undefined ? forbiddenRequest(attributes, reason) : internalError(error);
  };
}
