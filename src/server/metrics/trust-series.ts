import type { Registry } from 'prom-client';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import type { CertificateFlaw } from '../../util/server-trust/server-trust.ts';

const helps: Readonly<Record<CertificateFlaw, string>> = {
  missing_san: 'Connections that were refused because a certificate has no subject alternative names.',
  insecure_sha1: 'Connections that were refused because a certificate is signed with SHA-1.',
};

/** Servers whose certificates are no longer accepted, although they once were. */
export class TrustSeries {
  readonly #counts: Record<CertificateFlaw, number> = { missing_san: 0, insecure_sha1: 0 };
  readonly #prefix: string;

  /** `servers`: whose certificates they are, as in the names of the metrics. */
  constructor(servers: string) {
    this.#prefix = `apiserver_${servers}_x509_`;
  }

  register(registry: Registry): void {
    for (const flaw of ['missing_san', 'insecure_sha1'] as const)
      registry.registerMetric(
        liveMetric(`${this.#prefix}${flaw}_total`, 'counter', helps[flaw], () => [
          { labels: {}, value: this.#counts[flaw] },
        ]) as never,
      );
  }

  readonly refused = (flaw: CertificateFlaw): void => {
    this.#counts[flaw]++;
  };
}
