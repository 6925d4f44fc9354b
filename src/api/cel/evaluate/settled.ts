import type { AuthorizerDecision, AuthorizerPort, CheckAttributes } from '../contract.ts';
import { PendingDecision } from './pending.ts';

/**
 * An authorizer whose answers are kept: expressions that ask the same are told the same, and one that had to wait is
 * answered at once when it is evaluated again.
 */
export function rememberedAuthorizer(authorizer: AuthorizerPort): AuthorizerPort {
  const known = new Map<string, AuthorizerDecision>();
  return {
    check(attributes: CheckAttributes) {
      const key = JSON.stringify(attributes);
      const found = known.get(key);
      if (found !== undefined) return found;
      const answer = authorizer.check(attributes);
      if (!(answer instanceof Promise)) {
        known.set(key, answer);
        return answer;
      }
      return answer.then((decision) => {
        known.set(key, decision);
        return decision;
      });
    },
  };
}

/**
 * Runs what evaluates expressions, and again when an authorizer had to be waited for: it must begin with a new budget
 * each time, and ask a `rememberedAuthorizer`.
 */
export async function settled<T>(evaluate: () => T): Promise<T> {
  for (;;) {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof PendingDecision)) throw error;
      await error.answer;
    }
  }
}
