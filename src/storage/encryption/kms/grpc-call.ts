import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import { GrpcError } from './grpc-error.ts';

/** Whether the message is compressed (it is not), and its length. */
const frameHead = 5;
/** A plugin that sends more than this is none. */
const maxAnswer = 4 * 1024 * 1024;

export interface Call {
  /** `/v1beta1.KeyManagementService/Encrypt`. */
  path: string;
  message: Uint8Array;
  /** Milliseconds. */
  timeout: number;
}

/** One message there and one back. Rejects with GrpcError. */
export function unaryCall(session: ClientHttp2Session, { path, message, timeout }: Call): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = requestOf(session, path, timeout);
    if (stream === undefined) return reject(new GrpcError('Unavailable', 'the connection is closed'));
    const timer = setTimeout(() => {
      reject(new GrpcError('DeadlineExceeded', 'context deadline exceeded'));
      stream.close(constants.NGHTTP2_CANCEL);
    }, timeout);
    const parts: Buffer[] = [];
    let size = 0;
    let fields: IncomingHttpHeaders = {};
    // An answer without a message has its status in the one head that it has.
    const take = (more: IncomingHttpHeaders): void => void (fields = { ...fields, ...more });
    stream.on('response', take);
    stream.on('trailers', take);
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > maxAnswer) stream.close(constants.NGHTTP2_CANCEL);
    });
    // The reason comes with the end.
    stream.on('error', () => {});
    stream.on('close', () => {
      clearTimeout(timer);
      const answer = answerOf(fields, Buffer.concat(parts));
      if (answer instanceof GrpcError) reject(answer);
      else resolve(answer);
    });
    stream.end(framed(message));
  });
}

function requestOf(
  session: ClientHttp2Session,
  path: string,
  timeout: number,
): ClientHttp2Stream | undefined {
  try {
    return session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'grpc-timeout': `${Math.ceil(timeout)}m`,
      te: 'trailers',
    });
  } catch {
    // It has ended since it was looked at.
    return undefined;
  }
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(frameHead);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function answerOf(fields: IncomingHttpHeaders, bytes: Buffer): Buffer | GrpcError {
  const status = fields['grpc-status'];
  const http = fields[':status'] as number | undefined;
  if (status === undefined)
    return new GrpcError(
      'Unavailable',
      http === undefined || http === 200 ? 'connection lost' : `HTTP status ${http}`,
    );
  if (status !== '0')
    return GrpcError.ofStatus(String(status), decoded(String(fields['grpc-message'] ?? '')));
  if (bytes.length < frameHead || bytes.readUInt32BE(1) !== bytes.length - frameHead)
    return new GrpcError('Internal', 'the answer is not one message');
  return bytes.subarray(frameHead);
}

/** Details are percent-encoded where they are not plain text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
