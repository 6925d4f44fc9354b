import { type Status, StatusError } from '../../../src/api/meta/status.ts';
import type { ApiCall, ApiCaller } from '../../../src/client/api/api-call.ts';
import type { WireAnswer } from '../../../src/client/api/wire.ts';

type Answer = object | StatusError | ((call: ApiCall) => object);

/** By method and path, without the query; of several answers each is given once, and the last for ever. */
export type Answers = Record<string, Answer | readonly Answer[]>;

export const refusal = (code: number, reason?: Status['reason']): StatusError =>
  new StatusError(code, reason, `refused with ${code}`);

/** A server for the units of a controller: answers as it was given, and writes down what it was asked. */
export class FakeApi implements ApiCaller {
  /** `GET /api/v1/pods` */
  readonly asked: string[] = [];
  readonly calls: ApiCall[] = [];
  readonly #answers: Map<string, Answer[]>;

  constructor(answers: Answers) {
    this.#answers = new Map(
      Object.entries(answers).map(([key, answer]) => [key, Array.isArray(answer) ? [...answer] : [answer]]),
    );
  }

  async json<T>(call: ApiCall): Promise<T> {
    call.signal?.throwIfAborted();
    const key = `${call.method} ${call.path}`;
    this.asked.push(key);
    this.calls.push(call);
    const answers = this.#answers.get(key);
    if (answers === undefined) throw new Error(`the test has no answer for ${key}`);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof StatusError) throw answer;
    return (typeof answer === 'function' ? answer(call) : answer) as T;
  }

  open(call: ApiCall): Promise<WireAnswer> {
    throw new Error(`no test opens ${call.path}`);
  }
}
