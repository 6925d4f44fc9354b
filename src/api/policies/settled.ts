import { PendingDecision } from '../cel/evaluate/pending.ts';

/** The result of an evaluation, which is begun again whenever an authorizer has answered that it had to wait for. */
export function settled<T>(evaluate: () => T): T | Promise<T> {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof PendingDecision)) throw error;
    return error.answer.then(() => settled(evaluate));
  }
}
