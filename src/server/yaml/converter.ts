import { badRequest, tooManyRequests } from '../../api/meta/status.ts';
import { type ByteLimits, ByteShares } from './byte-shares.ts';
import { ConverterThread, type Job } from './converter-thread.ts';
import { type ConvertedYaml, convertYaml } from './yaml-to-json.ts';

/** For whom a text is converted. */
export interface Client {
  /** Users take turns, and share what may wait. */
  readonly user: string;
  /** Aborted when the response has closed: the conversion is dropped then. */
  readonly signal?: AbortSignal | undefined;
}

/** Bytes that are converted at once, where they are: some milliseconds at the worst. */
const maxHere = 2 * 1024;

/** Bytes of texts that do not have to wait for larger ones. */
const maxSmall = 64 * 1024;

export interface ConverterLimits {
  /** Bytes of texts that wait or are being converted. */
  readonly waiting: ByteLimits;
  /** Milliseconds that one conversion may take. */
  readonly maxTime: number;
}

/**
 * Some bodies of each user, and those of some users. The largest texts need two seconds, on a busy machine many more; a
 * request has a minute.
 */
const defaultLimits: ConverterLimits = {
  waiting: { total: 32 * 1024 * 1024, perUser: 12 * 1024 * 1024 },
  maxTime: 50_000,
};

const noClient: Client = { user: '' };

/** Converts YAML to JSON; all but tiny texts in threads of their own. */
export class YamlConverter {
  readonly #small: ConverterThread;
  readonly #large: ConverterThread;
  readonly #waiting: ByteShares;

  constructor({ waiting, maxTime } = defaultLimits) {
    this.#small = new ConverterThread({ memoryMb: 128, maxTime });
    this.#large = new ConverterThread({ memoryMb: 256, maxTime });
    this.#waiting = new ByteShares(waiting);
  }

  /** Rejects with DecodeError when the text is no YAML; with TooManyRequests when too much waits already. */
  toJson(yaml: Buffer | string, client: Client = noClient): ConvertedYaml | Promise<ConvertedYaml> {
    return yaml.length <= maxHere ? convertYaml(yaml.toString()) : this.#convert(yaml, client);
  }

  /** Ends the threads; conversions that are not done are rejected. */
  async close(): Promise<void> {
    await Promise.all([this.#small.close(), this.#large.close()]);
  }

  async #convert(text: Buffer | string, { user, signal }: Client): Promise<ConvertedYaml> {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
    const thread = bytes.length <= maxSmall ? this.#small : this.#large;
    if (signal?.aborted) throw given();
    if (!this.#waiting.take(user, bytes.length)) {
      throw tooManyRequests('too much YAML is waiting to be converted, please try again later', 1);
    }
    let abandon: (() => void) | undefined;
    try {
      return await new Promise<ConvertedYaml>((resolve, reject) => {
        const job: Job = { user, bytes, resolve, reject };
        abandon = () => {
          thread.abandon(job);
          reject(given());
        };
        signal?.addEventListener('abort', abandon, { once: true });
        thread.add(job);
      });
    } finally {
      signal?.removeEventListener('abort', abandon!);
      this.#waiting.giveBack(user, bytes.length);
    }
  }
}

const given = () => badRequest('the request ended before its YAML was converted');
