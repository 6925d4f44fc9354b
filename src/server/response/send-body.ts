import type { Request, Response } from 'express';
import type { RequestTrace } from '../../util/tracing/request-trace.ts';
import { type Block, type BlockPool, blockSize } from '../representation/block-pool.ts';
import { gzipBlocks } from '../representation/gzip-blocks.ts';
import { stateOf } from '../request-state.ts';
import { acceptsGzip, sendCompressible } from './compression.ts';
import { drained } from './drain.ts';
import { setWarnings } from './warnings.ts';

/** Bytes of a body that is worth a block of its own. */
const leastUncopied = blockSize / 4;

/** An answer of which the body is made while it is sent. */
export interface BlockResponse {
  code: number;
  contentType: string;
  blocks: Iterable<Block>;
  /** Bytes of the body, where that is known. */
  length?: number | undefined;
}

/**
 * Sends a body block by block, as fast as the client reads: the next one is made when this one is gone. A body
 * that fits in one block goes out as one piece.
 */
export async function sendBlocks(
  request: Request,
  response: Response,
  pool: BlockPool,
  answer: BlockResponse,
): Promise<void> {
  const blocks = answer.blocks[Symbol.iterator]();
  const isLong = answer.length !== undefined && answer.length > blockSize;
  const first = isLong ? { blocks: [], isWhole: false } : await firstBlocks(blocks, request, response);
  // Meanwhile the client may have gone, or the time-out filter has answered.
  if (first === undefined || response.headersSent) return;
  setHead(request, response, answer);
  if (first.isWhole) {
    return sendPiece(request, response, pool, first.blocks);
  }
  const all = chained(first.blocks, blocks);
  if (acceptsGzip(request)) {
    return sendGzip(request, response, pool, gzipBlocks(all, pool, stateOf(request).pacer));
  }
  if (answer.length !== undefined) response.setHeader('Content-Length', answer.length);
  await writeBody(request, response, pool, all);
}

/** Sends a body that is compressed already. */
export async function sendGzip(
  request: Request,
  response: Response,
  pool: BlockPool,
  blocks: AsyncIterable<Block>,
): Promise<void> {
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Vary', 'Accept-Encoding');
  await writeBody(request, response, pool, blocks);
}

export function setHead(
  request: Request,
  response: Response,
  { code, contentType }: Pick<BlockResponse, 'code' | 'contentType'>,
): void {
  const { warnings, trace } = stateOf(request);
  trace.encoded();
  setWarnings(response, warnings);
  response.statusCode = code;
  response.setHeader('Content-Type', contentType);
}

/**
 * A single block with much in it goes out as it is: copies are memory outside of the heap, and where there is much of that the
 * engine collects the whole heap (measured with 140 KB a list: twice the CPU). One with little in it does not wait for a slow
 * client: it would hold many times the memory that is counted for its answer.
 */
function sendPiece(request: Request, response: Response, pool: BlockPool, blocks: readonly Block[]): void {
  const [first] = blocks;
  if (blocks.length === 1 && first!.size > leastUncopied) {
    return sendCompressible(request, response, bytesOf(first!), () => pool.release(first!.block));
  }
  sendCompressible(request, response, Buffer.concat(blocks.map(bytesOf)));
  for (const { block } of blocks) pool.release(block);
}

/** The first blocks, one piece's worth or a little more. Undefined when the client has gone. */
async function firstBlocks(
  blocks: Iterator<Block>,
  request: Request,
  response: Response,
): Promise<{ blocks: Block[]; isWhole: boolean } | undefined> {
  const first: Block[] = [];
  let size = 0;
  while (size <= blockSize) {
    const next = blocks.next();
    if (next.done) return { blocks: first, isWhole: true };
    if (next.value.size > 0) first.push(next.value);
    else await stateOf(request).pacer.turn();
    if (response.destroyed || response.headersSent) return undefined;
    size += next.value.size;
  }
  return { blocks: first, isWhole: false };
}

async function writeBody(
  request: Request,
  response: Response,
  pool: BlockPool,
  blocks: Iterable<Block> | AsyncIterable<Block>,
): Promise<void> {
  if (request.method === 'HEAD') return void response.end();
  const { pacer, trace } = stateOf(request);
  for await (const { block, size } of timed(blocks, trace)) {
    if (response.destroyed) return;
    const isFlowing = size === 0 || response.write(block.subarray(0, size), () => pool.release(block));
    if (!isFlowing && !(await drained(response))) return;
    await (size === 0 ? pacer.turn() : pacer.step());
    if (response.destroyed) return;
  }
  response.end();
}

/** Counts the time that the blocks take to make. */
async function* timed(
  blocks: Iterable<Block> | AsyncIterable<Block>,
  trace: RequestTrace,
): AsyncGenerator<Block> {
  let begun = performance.now();
  for await (const block of blocks) {
    trace.add('serialization', performance.now() - begun);
    yield block;
    begun = performance.now();
  }
}

function* chained(first: readonly Block[], rest: Iterator<Block>): Generator<Block> {
  yield* first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

const bytesOf = ({ block, size }: Block): Buffer => block.subarray(0, size);
