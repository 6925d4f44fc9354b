import type { Registry } from 'prom-client';
import type { SignerObserver } from '../../access/authentication/external-signer/signer-channel.ts';
import { systemClock } from '../../util/clock.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Series of the process that signs tokens of service accounts in place of the server. */
export class ExternalSignerSeries implements SignerObserver {
  readonly #calls = new Map<string, { labels: Record<string, string>; buckets: Buckets }>();
  readonly #signatures = new Map<string, number>();
  readonly #fetches = new Map<string, number>();
  /** Both in seconds since 1970. */
  #fetched: number | undefined;
  #dataTime: number | undefined;

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(`apiserver_externaljwt_${name}`, type, help, values) as never);
    const byCode = (counts: ReadonlyMap<string, number>) => () =>
      [...counts].map(([code, value]) => ({ labels: { code }, value }));
    const known = (value: number | undefined): Value[] =>
      value === undefined ? [] : [{ labels: {}, value }];
    add(
      'sign_request_total',
      'counter',
      'Tokens that were to be signed, by status.',
      byCode(this.#signatures),
    );
    add(
      'fetch_keys_request_total',
      'counter',
      'Questions for the public keys, by status.',
      byCode(this.#fetches),
    );
    add('fetch_keys_success_timestamp', 'gauge', 'When the public keys were had last, in Unix time.', () =>
      known(this.#fetched),
    );
    add('fetch_keys_data_timestamp', 'gauge', 'How old the signer says its keys are, in Unix time.', () =>
      known(this.#dataTime),
    );
    add('request_duration_seconds', 'histogram', 'Time that calls to the signer take.', (name) =>
      [...this.#calls.values()].flatMap(({ labels, buckets }) => buckets.values(name, labels)),
    );
  }

  called(method: string, code: string, seconds: number): void {
    const key = `${method} ${code}`;
    let call = this.#calls.get(key);
    if (call === undefined) {
      call = { labels: { method, code }, buckets: new Buckets(bounds) };
      this.#calls.set(key, call);
    }
    call.buckets.add(seconds);
  }

  signed(code: string): void {
    this.#signatures.set(code, (this.#signatures.get(code) ?? 0) + 1);
  }

  keysFetched(code: string): void {
    this.#fetches.set(code, (this.#fetches.get(code) ?? 0) + 1);
    if (code === 'OK') this.#fetched = systemClock.now() / 1000;
  }

  keysAreOf(seconds: number): void {
    this.#dataTime = seconds;
  }
}
