import type { Http2Stream } from 'node:http2';
import { parseBodyJson } from '../../api/codec/body-json.ts';
import { decodeCborInSteps } from '../../api/codec/cbor/decode.ts';
import { repeatedNames } from '../../api/codec/duplicate-fields.ts';
import { DecodeError, writeJson } from '../../api/codec/json.ts';
import { parseMediaType } from '../../api/codec/media-type.ts';
import { maxBodyBytes } from '../../api/codec/object-size.ts';
import { readYaml } from '../../api/codec/yaml.ts';
import { badRequest, entityTooLarge } from '../../api/meta/status.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { Exchange } from '../exchange.ts';
import { connectionOf } from '../http/connection.ts';
import { type RequestState, stateIfAny, stateOf } from '../request-state.ts';
import type { ConvertedYaml } from '../yaml/yaml-to-json.ts';
import { BodyBuffer } from './body-buffer.ts';
import { yamlClient } from './yaml-client.ts';

/** The media type of configurations that are applied: YAML, and JSON as part of it. */
export const applyMediaType = 'application/apply-patch+yaml';

/** The same in CBOR, where that is served. */
export const applyCborType = 'application/apply-patch+cbor';

/** The body of a request. */
export class Body {
  readonly bytes: Buffer;
  /** Parsed body of an apply sent as JSON: telling it from YAML has parsed it. */
  readonly json: { value: unknown } | undefined;
  /** JSON converted from its YAML, or the error of the conversion; undefined when that was not needed. */
  readonly #yaml: ConvertedYaml | DecodeError | undefined;
  readonly #isCbor: boolean;
  /** Found when its YAML was read here. */
  #repeated: readonly string[] | undefined;

  constructor(
    bytes: Buffer,
    {
      json,
      yaml,
      isCbor = false,
    }: {
      json?: { value: unknown } | undefined;
      yaml?: ConvertedYaml | DecodeError;
      isCbor?: boolean;
    } = {},
  ) {
    this.#isCbor = isCbor;
    this.bytes = bytes;
    this.json = json;
    this.#yaml = yaml;
  }

  /** Whether it was in CBOR, of which no text is kept. */
  get isCbor(): boolean {
    return this.#isCbor;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Its text: of one in CBOR the same as JSON. */
  toString(): string {
    return this.#isCbor ? writeJson(this.json!.value) : this.bytes.toString();
  }

  /** Its value, read as YAML. Throws DecodeError. */
  yaml(): unknown {
    if (this.json !== undefined) return this.json.value;
    if (this.#yaml instanceof DecodeError) throw this.#yaml;
    if (this.#yaml === undefined) return this.#readHere();
    return parseBodyJson(this.#yaml.json);
  }

  /** The keys that occur again in a map, read as YAML: `line 5: key "name" already set in map`. Throws DecodeError. */
  repeatedKeys(): readonly string[] {
    if (this.isCbor) return [];
    if (this.json !== undefined) return repeatedNames(this.toString());
    if (this.#yaml instanceof DecodeError) throw this.#yaml;
    if (this.#yaml !== undefined) return this.#yaml.repeated;
    if (this.#repeated === undefined) this.#readHere();
    return this.#repeated!;
  }

  #readHere(): unknown {
    const { value, repeated } = readYaml(this.toString());
    this.#repeated = repeated;
    return value;
  }
}

/** Reads a whole body. Throws RequestEntityTooLarge as soon as it is known to be, and what refuses the write then. */
export async function readBody(exchange: Pick<Exchange, 'request' | 'state' | 'api'>): Promise<Body> {
  const bytes = await readBytes(exchange);
  await (exchange.state as RequestState | undefined)?.checkBeforeWrite?.();
  return bodyOf(exchange, bytes);
}

/** The slot of a request; undefined for long-running and exempt ones. */
const slotOf = (request: Exchange['request']) => (stateOf(request) as RequestState | undefined)?.slot;

/**
 * The bytes of a whole body. From when they are there, the request holds its seats. Throws RequestEntityTooLarge as
 * soon as it is known to be, and OverloadError.
 */
export async function readBytes({ request }: Pick<Exchange, 'request'>): Promise<Buffer> {
  const declared = request.headers['content-length'];
  const max = declared === undefined ? maxBodyBytes : Number(declared);
  if (max > maxBodyBytes) throw tooLarge();
  if (request.destroyed || request.aborted || request.readableEnded) throw brokenOff();
  const slot = slotOf(request);
  const trace = stateIfAny(request)?.trace;
  const begun = performance.now();
  const body = new BodyBuffer(max);
  // Iterating would do as well, but costs more, and ends the connection before a refusal has been sent.
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    let isRefused = false;
    const refuse = (error: Error, after: number): void => {
      isRefused = true;
      body.clear();
      setTimeout(() => breakOff(request), after).unref();
      reject(error);
    };
    request.on('data', (piece: Buffer) => {
      // After a refusal the rest still comes, so that the client gets to read why, but is not kept.
      if (isRefused) return;
      if (body.length + piece.length > maxBodyBytes) return refuse(tooLarge(), timeToRead);
      try {
        slot?.growBody(body.growthFor(piece));
      } catch (error) {
        return refuse(error as Error, timeToRead);
      }
      body.add(piece);
      if (!body.isAbsurd) return;
      // Not even looked at any more: it is the number of pieces that costs.
      if (request.httpVersionMajor === 1) connectionOf(request).pauseReading();
      else request.pause();
      refuse(tooManyPieces(), timeToReadUnheard);
    });
    // An aborted stream of HTTP/2 ends as well, and what came of it may even make sense.
    request.once('end', () => {
      if (request.aborted) reject(brokenOff());
      else resolve(body.bytes());
    });
    // Every request closes in the end. Who breaks off reads no answer: why does not matter.
    const close = () => request.readableEnded || reject(brokenOff());
    request.once('error', close).once('close', close);
  });
  const state = stateIfAny(request);
  if (state !== undefined) state.bodyBytes = bytes.length;
  const came = performance.now();
  trace?.add('body', came - begun);
  await slot?.take();
  trace?.add('flowControl', performance.now() - came);
  // The body arrived before the request was admitted.
  (stateOf(request) as RequestState | undefined)?.pacer.restart();
  return bytes;
}

/** Milliseconds in which a client whose body was refused may read the answer before the connection is cut. */
const timeToRead = 5_000;

/** The same for a client whose bytes are not even looked at any more. */
const timeToReadUnheard = 1_000;

/** Nothing, when all of it has come. */
function breakOff(request: Exchange['request']): void {
  if (request.readableEnded) return;
  const { stream } = request as { stream?: Http2Stream };
  if (stream === undefined) request.destroy();
  else stream.close();
}

const brokenOff = () => badRequest('the request ended before its body');

/** Wraps a body by its media type. YAML is converted in a worker thread. */
export async function bodyOf(
  exchange: Pick<Exchange, 'request' | 'state' | 'api'>,
  bytes: Buffer,
): Promise<Body> {
  const { request } = exchange;
  const contentType = request.headers['content-type'];
  const type = contentType === undefined ? undefined : parseMediaType(contentType)?.type;
  if (type === 'application/yaml') return converted(bytes, exchange);
  if (type === applyCborType && request.method === 'PATCH')
    return new Body(bytes, { json: { value: await configOf(bytes, exchange.state?.pacer) }, isCbor: true });
  if (type !== applyMediaType) return new Body(bytes);
  // A configuration may be JSON as well, and then is read as such.
  const json = jsonOf(bytes.toString());
  return json === undefined ? converted(bytes, exchange) : new Body(bytes, { json });
}

/** A configuration in CBOR. Throws BadRequest. */
async function configOf(bytes: Buffer, pacer: Pacer | undefined): Promise<unknown> {
  try {
    const { value, repeated } = await decodeCborInSteps(bytes, pacer);
    if (repeated !== undefined) throw new DecodeError(repeated.problem);
    return value;
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(`error decoding CBOR: ${error.message}`) : error;
  }
}

const tooManyPieces = () => badRequest('the request body comes in too many pieces of a few bytes each');

const tooLarge = () => entityTooLarge(`limit is ${maxBodyBytes}`);

/** Undefined for what only looks like JSON: `{a: b}` is YAML. */
function jsonOf(text: string): { value: unknown } | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return { value: parseBodyJson(text) };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

async function converted(bytes: Buffer, { state, api }: Pick<Exchange, 'state' | 'api'>): Promise<Body> {
  try {
    return new Body(bytes, { yaml: await api.yaml.toJson(bytes, yamlClient(state)) });
  } catch (error) {
    if (error instanceof DecodeError) return new Body(bytes, { yaml: error });
    throw error;
  }
}
