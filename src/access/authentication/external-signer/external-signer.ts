import { isMap } from '../../../api/json/json-values.ts';
import { goQuote } from '../../../util/quote.ts';
import type { TokenSigner } from '../tokens/token-signer.ts';
import { maxIdLength } from './key-set.ts';
import { codeOf, type SignerChannel, SignerError, type SignerObserver } from './signer-channel.ts';
import type { SignerKeys } from './signer-keys.ts';
import type { SignedParts, SignerMethods } from './signer-methods.ts';

/** Milliseconds that a signature may take: a client waits for it. */
const signTimeout = 60_000;

const algorithms: ReadonlySet<unknown> = new Set(['RS256', 'ES256', 'ES384', 'ES512']);

/** The fields of a header: with others, a token might mean more than it was signed for. */
const fields = ['alg', 'kid', 'typ'];

export interface ExternalSignerOptions {
  readonly channel: SignerChannel;
  readonly methods: SignerMethods;
  readonly keys: SignerKeys;
  readonly observer: SignerObserver;
  /** The longest life of a token that it signs, in seconds. */
  readonly maxLifetime: number;
}

/** Has tokens signed by another process, which alone has the key. */
export class ExternalSigner implements TokenSigner {
  readonly maxLifetime: number;
  readonly #options: ExternalSignerOptions;

  constructor(options: ExternalSignerOptions) {
    this.#options = options;
    this.maxLifetime = options.maxLifetime;
  }

  get keys(): SignerKeys {
    return this.#options.keys;
  }

  /** Rejects with SignerError. */
  async sign(claims: object): Promise<string> {
    const { observer } = this.#options;
    try {
      const token = await this.#sign(claims);
      observer.signed('OK');
      return token;
    } catch (error) {
      observer.signed(codeOf(error));
      throw error;
    }
  }

  async #sign(claims: object): Promise<string> {
    const { channel, methods } = this.#options;
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const parts = await channel
      .call(methods.sign, { claims: payload }, signTimeout)
      .catch((error: SignerError) => {
        throw error.in('while signing jwt');
      });
    await this.#checkHeader(parts);
    if (parts.signature === '') throw new SignerError('empty signature returned');
    return `${parts.header}.${payload}.${parts.signature}`;
  }

  async #checkHeader({ header }: SignedParts): Promise<void> {
    const fail = (why: string): never => {
      throw new SignerError(`while validating header: ${why}`);
    };
    const read = headerOf(header) ?? fail('while parsing header JSON: it is no object');
    const unknown = Object.keys(read).find((name) => !fields.includes(name));
    if (unknown !== undefined) fail(`while parsing header JSON: json: unknown field ${goQuote(unknown)}`);
    const { alg, kid, typ } = read;
    if (typ !== 'JWT') fail('bad type');
    if (typeof kid !== 'string' || kid === '') return fail('key id missing');
    if (Buffer.byteLength(kid) > maxIdLength) fail('key id longer than 1 kb');
    if (!algorithms.has(alg)) fail(`bad signing algorithm ${goQuote(String(alg ?? ''))}`);
    if (await this.#options.keys.isHidden(kid))
      fail(`key used for signing JWT (kid: ${kid}) is excluded from OIDC discovery docs`);
  }
}

function headerOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
