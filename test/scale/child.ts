import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, ComponentReport, Numbered, Order } from './messages.ts';

/** A process of components, as the run sees it. */
export class Child implements Disposable {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #orders = 0;

  /** `program`: the name of a file of this folder. */
  constructor(program: string) {
    this.#process = fork(join(import.meta.dirname, program));
    this.#process.on('message', (answer: Answer) => {
      this.#waiting.get(answer.number)?.resolve(answer);
      this.#waiting.delete(answer.number);
    });
    this.#process.once('exit', (code) => {
      const error = new Error(`${program} ended with ${code}`);
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /** Resolves when it is carried out. */
  async send(order: Order): Promise<Answer> {
    const number = this.#orders++;
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(number, waiting);
    this.#process.send({ number, order } satisfies Numbered);
    const answer = await waiting.promise;
    if (answer.problem !== undefined) throw new Error(`${order.kind}: ${answer.problem}`);
    return answer;
  }

  async report(): Promise<ComponentReport> {
    return (await this.send({ kind: 'report' })).report!;
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL');
  }
}
