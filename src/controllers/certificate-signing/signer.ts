import { signerNames } from '../../api/certificates/signer-names.ts';
import {
  clientRule,
  nodeClientRule,
  nodeServingRule,
  type SignerRule,
} from '../../api/certificates/signer-rules.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { timeNow } from '../../api/values/time.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import { weaknessOf } from '../../util/certificate-request.ts';
import type { ControllerDependencies } from '../controller.ts';
import {
  type CertificateRequest,
  conditionsAnd,
  doing,
  hasCondition,
  parse,
  requestType,
  withStatus,
} from '../shared/certificate-requests/requests.ts';
import { issue } from './issue.ts';
import type { LoadedAuthority } from './loaded-authority.ts';
import { lifeOf, validityOf } from './validity.ts';

export interface SignerOptions extends Pick<ControllerDependencies, 'client' | 'clock' | 'dialect' | 'log'> {
  /** By the name of the signer; signers without one do not sign. */
  authorities: ReadonlyMap<string, { readonly current: LoadedAuthority }>;
  /** Milliseconds that a certificate is valid at most. */
  maxLife: number;
}

/** Issues the certificates of approved requests, or says why there will be none. */
export class Signer {
  readonly #options: SignerOptions;
  readonly #rules: ReadonlyMap<string, SignerRule>;
  readonly #requests: ResourceClient<CertificateRequest>;

  constructor(options: SignerOptions) {
    this.#options = options;
    this.#rules = rulesOf(options.dialect);
    this.#requests = options.client.resource(requestType(options.dialect));
  }

  /** Rejects when there is no certificate now, but may be one later. */
  async sign(request: CertificateRequest): Promise<void> {
    const { signerName, usages = [] } = request.spec;
    const authority = this.#options.authorities.get(signerName)?.current;
    if (authority === undefined || !isWaiting(request)) return;
    const { parsed, identity } = parse(request);
    const breach = this.#rules.get(signerName)?.(identity, usages) ?? weaknessOf(parsed);
    if (breach !== undefined) return this.#refuse(request, breach);
    const now = this.#options.clock.now();
    const life = lifeOf(this.#options.maxLife, request.spec.expirationSeconds);
    const issuing = async (): Promise<string> => {
      const validity = validityOf(now, life, authority.notAfter);
      return issue({ authority, request: parsed, usages, validity });
    };
    const pem = await doing('error auto signing csr', issuing());
    const certificate = Buffer.from(pem).toString('base64');
    await doing('error updating signature for csr', this.#update(request, { certificate }));
  }

  /** For good: the request cannot change. In one dialect only the log says so. */
  async #refuse(request: CertificateRequest, message: string): Promise<void> {
    const { clock, dialect, log } = this.#options;
    if (!dialect.marksRefusedRequests) {
      log.warn(`certificate request ${JSON.stringify(request.metadata.name)} is not signed: ${message}`);
      return;
    }
    const conditions = conditionsAnd(request, {
      type: 'Failed',
      reason: 'SignerValidationFailure',
      message,
      lastUpdateTime: timeNow(clock.now()),
    });
    await doing('error adding failure condition for csr', this.#update(request, { conditions }));
  }

  async #update(request: CertificateRequest, change: Partial<CertificateRequest['status']>): Promise<void> {
    const changed = withStatus(this.#options.dialect, request, change);
    await this.#requests.update('', request.metadata.name!, changed, 'status');
  }
}

/** Rules of the signers that do not sign everything. */
function rulesOf(dialect: Dialect): ReadonlyMap<string, SignerRule> {
  const { client, nodeClient, nodeServing } = signerNames(dialect);
  return new Map([
    [client, clientRule],
    [nodeClient, nodeClientRule],
    [nodeServing, nodeServingRule],
  ]);
}

/** Whether it is approved and has not failed; a condition Failed without a status is a failure too. */
function isWaiting(request: CertificateRequest): boolean {
  const hasFailed = (request.status.conditions ?? []).some(
    ({ type, status }) => type === 'Failed' && (status === 'True' || status === ''),
  );
  return hasCondition(request, 'Approved') && !hasCondition(request, 'Denied') && !hasFailed;
}
