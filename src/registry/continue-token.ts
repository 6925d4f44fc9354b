import { badRequest } from '../api/machinery/status.ts';

/** Where a list in chunks goes on. */
export interface ContinuePosition {
  /** The revision of all chunks; -1: whatever is newest, inconsistently. */
  revision: number;
  /** The first key of the next chunk, below the range of the list. */
  startKey: string;
}

/**
 * The token that carries it: opaque to clients, base64url of JSON.
 *
 *     {"v":"meta.{api}/v1","rv":42,"start":"web\u0000"}
 */
export class ContinueTokens {
  readonly #version: string;

  /** `version`: apiVersion of the metadata types. */
  constructor(version: string) {
    this.#version = version;
  }

  encode({ revision, startKey }: ContinuePosition): string {
    return Buffer.from(JSON.stringify({ v: this.#version, rv: revision, start: startKey })).toString('base64url');
  }

  /** Throws BadRequest for anything that `encode` did not make. */
  decode(token: string): ContinuePosition {
    const content = this.#parse(token);
    if (content['v'] !== this.#version) {
      throw invalid(`server does not recognize this encoded version ${JSON.stringify(String(content['v'] ?? ''))}`);
    }
    const { rv, start } = content;
    if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0 || rv < -1) {
      throw invalid(`incorrect encoded start resourceVersion (version ${this.#version})`);
    }
    if (typeof start !== 'string' || start === '') throw invalid(`encoded start key empty (version ${this.#version})`);
    if (/^\/|(^|\/)\.\.?(\/|\0?$)/.test(start)) throw invalid(JSON.stringify(start));
    return { revision: rv, startKey: start };
  }

  #parse(token: string): Record<string, unknown> {
    if (!/^[\w-]*$/.test(token)) throw invalid('illegal base64 data');
    try {
      const content: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
      if (typeof content === 'object' && content !== null) return content as Record<string, unknown>;
    } catch {
      // Falls through to the one answer for all that is no token.
    }
    throw invalid('malformed content');
  }
}

const invalid = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`);
