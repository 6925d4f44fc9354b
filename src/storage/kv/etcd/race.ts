import { RpcError } from '../../grpc/rpc-error.ts';
import { judge } from './verdict.ts';

/** A timer that is later than this, in milliseconds, says that this process was held up, not the member. */
const maxLateness = 100;

export interface RaceOptions {
  /** Milliseconds without an answer after which the next member is asked as well. */
  askNextAfter: number;
  /** Asked before a second member is. False: the first one's answer is waited for. */
  begin(): boolean;
  /** Called once when a race is over. */
  end(): void;
  /** Called when another member than the first has answered. */
  overtaken(): void;
}

/**
 * One request that may be made more than once, with one member after the other, each beginning some time after the
 * one before: the first answer counts. It fails with an answer that would be the same everywhere, or when all that
 * were asked have failed.
 */
export class Race<Member, Answer> {
  readonly answer: Promise<Answer>;
  readonly #members: readonly Member[];
  readonly #ask: (member: Member) => Promise<Answer>;
  readonly #options: RaceOptions;
  readonly #settled = Promise.withResolvers<Answer>();
  #asked = 0;
  #failed = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  /** `members` in the order in which they are asked. */
  constructor(members: readonly Member[], ask: (member: Member) => Promise<Answer>, options: RaceOptions) {
    this.#members = members;
    this.#ask = ask;
    this.#options = options;
    this.answer = this.#settled.promise;
    this.#askNext();
  }

  #askNext(): void {
    const place = this.#asked++;
    this.#ask(this.#members[place]!).then(
      (answer) => this.#succeed(answer, place),
      (error: unknown) => this.#fail(error),
    );
    if (this.#asked < this.#members.length) this.#arm(performance.now() + this.#options.askNextAfter);
  }

  #arm(due: number): void {
    this.#timer = setTimeout(
      () => {
        if (performance.now() - due > maxLateness) {
          // The answer may be here, unread.
          this.#arm(performance.now() + this.#options.askNextAfter / 2);
        } else if (this.#asked > 1 || this.#options.begin()) {
          this.#askNext();
        }
      },
      Math.max(0, due - performance.now()),
    );
  }

  #succeed(answer: Answer, place: number): void {
    if (this.#isOver) return;
    this.#finish();
    if (place > 0) this.#options.overtaken();
    this.#settled.resolve(answer);
  }

  #fail(error: unknown): void {
    this.#failed++;
    const isFinal = !(error instanceof RpcError) || judge(error).kind === 'final';
    if (this.#isOver || (!isFinal && this.#failed < this.#asked)) return;
    this.#finish();
    this.#settled.reject(error);
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#asked > 1) this.#options.end();
  }
}
