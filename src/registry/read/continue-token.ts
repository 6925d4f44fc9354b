import { DecodeError, parseJson } from '../../api/codec/json.ts';
import { jsonTypeOf } from '../../api/codec/type-text.ts';
import { badRequest } from '../../api/meta/status.ts';
import { goQuote } from '../../util/quote.ts';

/** Position at which a list in chunks goes on. */
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
    return Buffer.from(JSON.stringify({ v: this.#version, rv: revision, start: startKey })).toString(
      'base64url',
    );
  }

  /** Throws BadRequest for anything that `encode` did not make. */
  decode(token: string): ContinuePosition {
    const content = this.#parse(token);
    if (content['v'] !== this.#version) {
      throw invalid(`server does not recognize this encoded version ${goQuote(String(content['v'] ?? ''))}`);
    }
    const { rv, start } = content;
    if (typeof rv !== 'number' || rv === 0) {
      throw invalid(`incorrect encoded start resourceVersion (version ${this.#version})`);
    }
    if (typeof start !== 'string' || start === '')
      throw invalid(`encoded start key empty (version ${this.#version})`);
    if (!isClean(start.startsWith('/') ? start : `/${start}`)) throw invalid(start);
    return { revision: Math.max(rv, -1), startKey: start.replace(/^\//, '') };
  }

  #parse(token: string): Record<string, unknown> {
    const wrongAt = wrongBase64(token);
    if (wrongAt !== -1) throw invalid(`illegal base64 data at input byte ${wrongAt}`);
    let content: unknown;
    try {
      content = parseJson(Buffer.from(token, 'base64url').toString());
    } catch (error) {
      throw error instanceof DecodeError ? invalid(error.message) : error;
    }
    if (content === null) return {};
    const misfit =
      typeof content === 'object' && !Array.isArray(content) ? misfitOf(content) : ['', content, typeName];
    if (misfit === undefined) return content as Record<string, unknown>;
    const [field, value, type] = misfit;
    const where = field === '' ? 'Go value' : `Go struct field ${typeName}.${field}`;
    throw invalid(`json: cannot unmarshal ${jsonTypeOf(value)} into ${where} of type ${type}`);
  }
}

const typeName = 'continueToken';

/** The first field of another type than it has to be. */
function misfitOf(content: object): [field: string, value: unknown, type: string] | undefined {
  for (const [field, value] of Object.entries(content)) {
    if (field === 'rv' ? !Number.isSafeInteger(value ?? 0) : typeof (value ?? '') !== 'string') {
      if (field === 'rv' || field === 'v' || field === 'start')
        return [field, value, field === 'rv' ? 'int64' : 'string'];
    }
  }
  return undefined;
}

/** Index at which a text stops being base64url without padding, or -1. A single last character says nothing. */
function wrongBase64(text: string): number {
  const at = text.search(/[^\w-]/);
  if (at !== -1) return at;
  return text.length % 4 === 1 ? text.length - 1 : -1;
}

/** No path that leads elsewhere than it says: without `.`, `..` and empty segments. */
const isClean = (path: string): boolean => !/\/(?:\.{0,2}(?:\/|$))/.test(path);

const invalid = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`);
