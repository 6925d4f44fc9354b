import type { Coverage } from './coverage.ts';
import { leastOf, measured } from './measure.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateText } from './mutate-text.ts';
import { growthFault, pumpedTo, pumpOf } from './pump.ts';
import { Random, seedOf } from './random.ts';
import { type Input, OracleError, type Target } from './target.ts';

/** Something that is wrong, with the input that shows it. */
export interface Find {
  target: string;
  /** The same for finds that are probably one. */
  signature: string;
  message: string;
  input: Input;
}

export interface FuzzOptions {
  seed: number;
  /** Wall time. */
  seconds: number;
  /** Inputs at most; no bound when not given. */
  runs?: number;
  /** Inputs that reach new blocks are kept. Without it, only the seeds are mutated. */
  coverage?: Coverage;
}

export interface FuzzReport {
  runs: number;
  refused: number;
  /** Inputs that are kept. */
  corpus: number;
  blocks: number;
  finds: Find[];
}

const maxCorpus = 2_000;
/** Inputs that are run before coverage is asked for. */
const batchSize = 64;
/** One in so many inputs has a part that is repeated until it is as long as a client can send. */
const pumpEvery = 400;
/** What a byte may cost, in milliseconds a KiB. */
const perKilobyte = 0.5;

/** Runs one target with inputs that are made from its seeds. */
export class Fuzzer {
  readonly #target: Target;
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #corpus: Input[];
  readonly #finds = new Map<string, Find>();
  #runs = 0;
  #refused = 0;

  constructor(target: Target, options: FuzzOptions) {
    this.#target = target;
    this.#options = options;
    this.#random = new Random(options.seed ^ seedOf(target.name));
    this.#corpus = [...target.seeds()];
  }

  async run(): Promise<FuzzReport> {
    const { coverage, seconds, runs = Number.POSITIVE_INFINITY } = this.#options;
    const end = performance.now() + seconds * 1_000;
    coverage?.begin();
    for (const input of [...this.#corpus]) await this.#try(input);
    coverage?.take();
    while (performance.now() < end && this.#runs < runs) {
      const batch = await this.#batch(end);
      if (coverage !== undefined && coverage.take(false) > 0) await this.#keep(batch, coverage);
      if (this.#random.chance(batch.length / pumpEvery)) await this.#pump();
    }
    const blocks = coverage?.blocks ?? 0;
    const finds = [...this.#finds.values()];
    return { runs: this.#runs, refused: this.#refused, corpus: this.#corpus.length, blocks, finds };
  }

  /** Runs inputs one after the other, and returns them: not so few that asking what they reached costs more. */
  async #batch(end: number): Promise<Input[]> {
    const batch: Input[] = [];
    const { runs = Number.POSITIVE_INFINITY } = this.#options;
    const max = Math.min(batchSize, runs - this.#runs);
    while (batch.length < max && performance.now() < end) {
      const input = this.#next();
      batch.push(input);
      await this.#try(input);
    }
    return batch;
  }

  /** Runs a batch again, in ever smaller parts, to find out which inputs reach what is new. */
  async #keep(batch: readonly Input[], coverage: Coverage): Promise<void> {
    for (const input of batch) await measured(() => this.#target.run(input as never));
    // A few too many that are kept cost less than finding out which of them it was.
    if (batch.length <= 3) {
      if (coverage.take() > 0 && this.#corpus.length < maxCorpus) this.#corpus.push(...batch);
      return;
    }
    if (coverage.take(false) === 0) return;
    const middle = batch.length >> 1;
    await this.#keep(batch.slice(0, middle), coverage);
    await this.#keep(batch.slice(middle), coverage);
  }

  #next(): Input {
    const random = this.#random;
    // What was found last is the least explored.
    const recent = random.chance(0.4) ? Math.min(this.#corpus.length, 20) : this.#corpus.length;
    const base = this.#corpus[this.#corpus.length - 1 - random.below(recent)]!;
    if (typeof base === 'string')
      return mutateText(base, random, this.#corpus as string[], this.#target.dictionary);
    return mutateBytes(base, random, this.#corpus as Buffer[]);
  }

  async #try(input: Input): Promise<void> {
    this.#runs++;
    const { error, milliseconds } = await measured(() => this.#target.run(input as never));
    if (error !== undefined) this.#judge(error, input);
    const bound = maxTime(this.#target, input);
    if (milliseconds <= bound) return;
    const least = await leastOf(3, () => this.#target.run(input as never));
    if (least > bound)
      this.#found('slow', `${least.toFixed(0)} ms for ${input.length} characters or bytes`, input);
  }

  #judge(error: unknown, input: Input): void {
    const fault = faultOf(this.#target, error);
    if (fault === undefined) this.#refused++;
    else this.#found(fault.signature, fault.message, input);
  }

  async #pump(): Promise<void> {
    this.#runs++;
    const pumped = pumpOf(this.#random.pick(this.#corpus), this.#target, this.#random);
    const maxBytes = Math.min(this.#target.maxBytes ?? 256 * 1024, 256 * 1024);
    const before = process.memoryUsage();
    const fault = await growthFault(this.#target, pumped, maxBytes);
    const after = process.memoryUsage();
    if (fault !== undefined) this.#found('growth', fault, pumpedTo(pumped, maxBytes));
    const grown = after.rss - before.rss;
    if (grown > 512 * 1024 * 1024) this.#found('memory', `${grown} bytes more`, pumpedTo(pumped, maxBytes));
    const { error } = await measured(() => this.#target.run(pumpedTo(pumped, maxBytes) as never));
    if (error !== undefined) this.#judge(error, pumpedTo(pumped, maxBytes));
  }

  /** The shortest of those that are probably the same. */
  #found(signature: string, message: string, input: Input): void {
    const known = this.#finds.get(signature);
    if (known !== undefined && known.input.length <= input.length) return;
    this.#finds.set(signature, { target: this.#target.name, signature, message, input });
  }
}

/** In milliseconds of the processor. */
export const maxTime = (target: Target, input: Input): number =>
  (target.maxMilliseconds ?? 50) + (input.length / 1_024) * perKilobyte;

/** What is wrong with an error; undefined for one that the target may refuse an input with. */
export function faultOf(target: Target, error: unknown): { signature: string; message: string } | undefined {
  // As a refusal, Error stands for plain ones alone: a TypeError is an Error too.
  const isRefusal = (refusal: Target['refusals'][number]): boolean =>
    refusal === Error ? (error as Error).constructor === Error : error instanceof refusal;
  if (target.refusals.some(isRefusal)) return undefined;
  if (!(error instanceof Error)) return { signature: 'no error', message: `threw ${String(error)}` };
  const [place = ''] = /(?:src|test)\/[\w/.-]+:\d+/.exec(error.stack ?? '') ?? [];
  const detail = error instanceof OracleError ? error.message.replace(/:.*/s, '') : place;
  return { signature: `${error.name} ${detail}`, message: error.stack?.slice(0, 1_500) ?? error.message };
}
