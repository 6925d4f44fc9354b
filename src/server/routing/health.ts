import type { Request, Response } from 'express';
import { goQuote } from '../../util/quote.ts';
import { stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';

/** One thing that has to be well. */
export interface HealthCheck {
  name: string;
  /** Rejects, or throws, when it is not; the text is for the log of the server. */
  check(): void | Promise<void>;
  /** It is to be seen, and no reason to take the server out of service: the endpoint is well all the same. */
  isNotice?: boolean;
}

export interface HealthEndpoint {
  /** `healthz`, `livez`, `readyz`. */
  name: string;
  checks: readonly HealthCheck[];
}

export interface HealthObserver {
  /** Called whenever a check was made. */
  observed(endpoint: string, check: string, isWell: boolean): void;
  /** Called when a check begins to fail, with its error, and when it passes again, without: not at every request. */
  reported(endpoint: string, check: string, error: Error | undefined): void;
}

/** Failed checks of the same endpoint in other workers of the server: their texts, by name. */
export type Elsewhere = (endpoint: string) => Promise<ReadonlyMap<string, string>>;

const nowhere: Elsewhere = async () => new Map();

/** Answers /healthz, /livez and /readyz, and one check by itself below them. */
export class HealthHandler {
  readonly #endpoints: ReadonlyMap<string, HealthEndpoint>;
  readonly #observer: HealthObserver;
  /** Checks that failed when they were last made. */
  readonly #failing = new Set<string>();

  readonly #elsewhere: Elsewhere;

  constructor(
    endpoints: readonly HealthEndpoint[],
    observer: HealthObserver,
    elsewhere: Elsewhere = nowhere,
  ) {
    this.#elsewhere = elsewhere;
    this.#endpoints = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
    this.#observer = observer;
  }

  /** Paths of all of it. */
  get paths(): string[] {
    return [...this.#endpoints.values()].flatMap(({ name, checks }) => [
      `/${name}`,
      ...checks.map((check) => `/${name}/${check.name}`),
    ]);
  }

  /** False when the path is none of health's. */
  async handle(request: Request, response: Response): Promise<boolean> {
    const [name = '', ...rest] = stateOf(request).info.path.replace(/\/$/, '').slice(1).split('/');
    const endpoint = this.#endpoints.get(name);
    if (endpoint === undefined) return false;
    if (rest.length === 0) {
      await this.#all(endpoint, request, response);
      return true;
    }
    const check = endpoint.checks.find((candidate) => candidate.name === rest.join('/'));
    if (check === undefined) return false;
    await this.#one(endpoint, check, response);
    return true;
  }

  /** The checks that fail in this process: their texts, by name. */
  async failures(endpoint: string): Promise<Map<string, string>> {
    const failures = new Map<string, string>();
    for (const check of this.#endpoints.get(endpoint)?.checks ?? []) {
      const error = await failureOf(check);
      if (error !== undefined) failures.set(check.name, error.message);
    }
    return failures;
  }

  async #one(endpoint: HealthEndpoint, check: HealthCheck, response: Response): Promise<void> {
    const error = await this.#run(endpoint, check, await this.#elsewhere(endpoint.name));
    if (error === undefined) sendText(response, 200, 'ok');
    else sendText(response, 500, `internal server error: ${error.message}\n`);
  }

  async #all(endpoint: HealthEndpoint, request: Request, response: Response): Promise<void> {
    const { query } = stateOf(request).info;
    const excluded = new Set(query.all('exclude'));
    const elsewhere = await this.#elsewhere(endpoint.name);
    const lines: string[] = [];
    let failed = false;
    for (const check of endpoint.checks) {
      if (excluded.delete(check.name)) {
        lines.push(`[+]${check.name} excluded: ok`);
        continue;
      }
      const error = await this.#run(endpoint, check, elsewhere);
      failed ||= error !== undefined && !check.isNotice;
      if (error === undefined) lines.push(`[+]${check.name} ok`);
      else if (check.isNotice) lines.push(`[!]${check.name} failed, and is not counted: reason withheld`);
      else lines.push(`[-]${check.name} failed: reason withheld`);
    }
    if (excluded.size > 0) {
      const names = [...excluded].sort().map(goQuote).join(',');
      lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
    }
    if (failed) return sendText(response, 500, `${lines.join('\n')}\n${endpoint.name} check failed\n`);
    if (!query.has('verbose')) return sendText(response, 200, 'ok');
    sendText(response, 200, `${lines.join('\n')}\n${endpoint.name} check passed\n`);
  }

  async #run(
    endpoint: HealthEndpoint,
    check: HealthCheck,
    elsewhere: ReadonlyMap<string, string>,
  ): Promise<Error | undefined> {
    const text = elsewhere.get(check.name);
    const error = (await failureOf(check)) ?? (text === undefined ? undefined : new Error(text));
    const path = `${endpoint.name}/${check.name}`;
    this.#observer.observed(endpoint.name, check.name, error === undefined);
    if (this.#failing.has(path) !== (error !== undefined)) {
      if (error === undefined) this.#failing.delete(path);
      else this.#failing.add(path);
      this.#observer.reported(endpoint.name, check.name, error);
    }
    return error;
  }
}

async function failureOf({ check }: HealthCheck): Promise<Error | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
