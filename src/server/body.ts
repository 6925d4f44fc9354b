import { DecodeError, parseJson } from '../api/codec/json.ts';
import { parseMediaType } from '../api/codec/media-type.ts';
import { parseYaml } from '../api/codec/yaml.ts';
import { entityTooLarge } from '../api/machinery/status.ts';
import type { Exchange } from './exchange.ts';
import type { YamlConverter } from './yaml/converter.ts';

/** The media type of configurations that are applied: YAML, and JSON as part of it. */
export const applyMediaType = 'application/apply-patch+yaml';

export const maximumBodySize = 3 * 1024 * 1024;

/** The body of a request. */
export class Body {
  readonly bytes: Buffer;
  /** What its YAML says, as JSON, where that has been found out already; or that it is none. */
  readonly #json: string | DecodeError | undefined;

  constructor(bytes: Buffer, json?: string | DecodeError) {
    this.bytes = bytes;
    this.#json = json;
  }

  get length(): number {
    return this.bytes.length;
  }

  toString(): string {
    return this.bytes.toString();
  }

  /** What it says as YAML. Throws DecodeError. */
  yaml(): unknown {
    if (this.#json instanceof DecodeError) throw this.#json;
    return this.#json === undefined ? parseYaml(this.toString()) : parseJson(this.#json);
  }
}

/** Reads a whole body; YAML is converted as it is read, so that a large one holds up nobody. Throws RequestEntityTooLarge as soon as it is known to be. */
export async function readBody({ request, yaml }: Pick<Exchange, 'request' | 'yaml'>): Promise<Body> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maximumBodySize) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maximumBodySize) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  return isYaml(request.headers['content-type'], bytes) ? converted(bytes, yaml) : new Body(bytes);
}

const tooLarge = () => entityTooLarge(`limit is ${maximumBodySize}`);

/** A configuration may be JSON as well, and then is read as such. */
function isYaml(contentType: string | undefined, bytes: Buffer): boolean {
  const type = contentType === undefined ? undefined : parseMediaType(contentType)?.type;
  return type === 'application/yaml' || (type === applyMediaType && !isJson(bytes.toString()));
}

function isJson(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

async function converted(bytes: Buffer, yaml: YamlConverter): Promise<Body> {
  try {
    return new Body(bytes, await yaml.toJson(bytes.toString()));
  } catch (error) {
    if (error instanceof DecodeError) return new Body(bytes, error);
    throw error;
  }
}
