import type { AuthorizerDecision } from '../contract.ts';

/** An evaluation has to wait for an authorizer: it is begun again when the answer is there. */
export class PendingDecision extends Error {
  readonly answer: Promise<AuthorizerDecision>;

  constructor(answer: Promise<AuthorizerDecision>) {
    super('an authorizer has not answered yet');
    this.answer = answer;
  }
}
