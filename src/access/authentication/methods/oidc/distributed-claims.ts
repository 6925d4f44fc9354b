import { LRUCache } from 'lru-cache';
import { Fields, ShapeError } from '../../../../client/fields.ts';
import type { Transport } from '../../../../client/transport.ts';
import { claimedIssuer } from '../../tokens/signatures.ts';
import { type Claims, hasClaim } from './claims.ts';
import { Issuer, type IssuerOptions } from './issuer.ts';
import { OidcError } from './oidc-error.ts';

/** Source of a claim. */
interface Source {
  /** "" when the claim stands in the token itself, which is not looked at. */
  endpoint: string;
  accessToken: string;
}

const callTimeout = 30_000;
const maxTokenBytes = 1_048_576;
const maxIssuers = 100;

/**
 * Claims that are too long for a token are to be had somewhere else: the token says where, and what is there is a
 * token again, of an issuer of its own (OpenID Connect Core 1.0, section 5.6.2):
 *
 *     {"_claim_names": {"groups": "a"}, "_claim_sources": {"a": {"endpoint": "https://…", "access_token": "…"}}}
 */
export class DistributedClaims {
  readonly #claim: string;
  readonly #transport: Transport;
  readonly #options: IssuerOptions;
  readonly #issuers = new LRUCache<string, Issuer>({ max: maxIssuers });

  /** `claim`: the only one that is fetched. */
  constructor(claim: string, options: IssuerOptions) {
    this.#claim = claim;
    this.#transport = options.transport;
    this.#options = options;
  }

  /** The claims, and the one that they say is elsewhere. Rejects with OidcError or CallError. */
  async expand(claims: Claims): Promise<Claims> {
    if (hasClaim(claims, this.#claim) || !hasClaim(claims, '_claim_names')) return claims;
    const source = this.#sourceIn(claims);
    if (source === undefined || source.endpoint === '') return claims;
    return { ...claims, [this.#claim]: await this.#fetch(source) };
  }

  #sourceIn(claims: Claims): Source | undefined {
    try {
      const fields = new Fields(claims, '');
      const name = fields.object('_claim_names')?.text(this.#claim);
      if (name === undefined) return undefined;
      const sources = fields.object('_claim_sources');
      if (sources === undefined) throw new OidcError('no claim sources');
      const source = sources.object(name);
      if (source === undefined) {
        throw new OidcError(`id token _claim_names contained a source ${name} missing in _claims_sources`);
      }
      return {
        endpoint: source.text('endpoint') ?? '',
        accessToken: source.text('access_token') ?? '',
      };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      throw new OidcError(`could not expand distributed claims: ${error.message}`, error);
    }
  }

  async #fetch({ endpoint, accessToken }: Source): Promise<unknown> {
    if (!endpoint.startsWith('https://') || !URL.canParse(endpoint)) {
      throw new OidcError(`distributed claim ${this.#claim} is at ${JSON.stringify(endpoint)}, no https URL`);
    }
    const { body } = await this.#transport.send({
      method: 'GET',
      url: endpoint,
      headers: accessToken === '' ? {} : { authorization: `Bearer ${accessToken}` },
      timeout: callTimeout,
      maxBytes: maxTokenBytes,
    });
    const token = body.toString().trim();
    const claims = await (await this.#issuerOf(token)).verify(token);
    if (hasClaim(claims, this.#claim)) return claims[this.#claim];
    const where = `jwt returned by distributed claim endpoint ${endpoint}`;
    throw new OidcError(`${where} did not contain claim: ${this.#claim}`);
  }

  /** Any issuer will do: it is the one of the token who sent us there. */
  async #issuerOf(token: string): Promise<Issuer> {
    const url = claimedIssuer(token);
    if (typeof url !== 'string' || !url.startsWith('https://') || !URL.canParse(url)) {
      throw new OidcError(`what is there for the distributed claim ${this.#claim} names no https issuer`);
    }
    const issuer = this.#issuers.get(url) ?? new Issuer(url, this.#options);
    this.#issuers.set(url, issuer);
    await issuer.discover();
    return issuer;
  }
}
