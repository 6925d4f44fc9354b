import type { ListMetadata } from '../../meta/metadata.ts';
import type { Status, StatusCause, StatusDetails } from '../../meta/status.ts';
import { encodeEnvelope } from './envelope.ts';
import { BackwardWriter } from './writer.ts';

/**
 * Encodes a Status with its envelope. Does not use the definitions, which are not at hand where errors are sent; a test
 * compares the result with that of the definitions.
 */
export function encodeStatus(status: Status): Buffer {
  const writer = new BackwardWriter(1024);
  writer.integer(status.code ?? 0);
  writer.varint(0x30);
  if (status.details !== undefined) message(writer, 0x2a, () => writeDetails(writer, status.details!));
  text(writer, 0x22, status.reason);
  text(writer, 0x1a, status.message);
  text(writer, 0x12, status.status);
  message(writer, 0x0a, () => writeListMetadata(writer, status.metadata));
  return encodeEnvelope('v1', 'Status', writer.take());
}

/** Encodes a ListMeta. */
export function encodeListMetadata(metadata: ListMetadata): Buffer {
  const writer = new BackwardWriter(256);
  writeListMetadata(writer, metadata);
  return writer.take();
}

function writeListMetadata(writer: BackwardWriter, metadata: ListMetadata): void {
  if (metadata.shardInfo !== undefined) {
    const { selector } = metadata.shardInfo;
    message(writer, 0x2a, () => text(writer, 0x0a, selector));
  }
  if (metadata.remainingItemCount !== undefined) {
    writer.varint(metadata.remainingItemCount);
    writer.varint(0x20);
  }
  text(writer, 0x1a, metadata.continue);
  text(writer, 0x12, metadata.resourceVersion);
  // selfLink, which is no longer served.
  text(writer, 0x0a, '');
}

function writeDetails(writer: BackwardWriter, { causes = [], ...details }: StatusDetails): void {
  text(writer, 0x32, details.uid);
  writer.integer(details.retryAfterSeconds ?? 0);
  writer.varint(0x28);
  for (const cause of causes.toReversed()) message(writer, 0x22, () => writeCause(writer, cause));
  text(writer, 0x1a, details.kind);
  text(writer, 0x12, details.group);
  text(writer, 0x0a, details.name);
}

function writeCause(writer: BackwardWriter, cause: StatusCause): void {
  text(writer, 0x1a, cause.field);
  text(writer, 0x12, cause.message);
  text(writer, 0x0a, cause.reason);
}

function text(writer: BackwardWriter, tag: number, value: string | undefined): void {
  writer.string(value ?? '');
  writer.varint(tag);
}

function message(writer: BackwardWriter, tag: number, write: () => void): void {
  const mark = writer.length;
  write();
  writer.close(mark, tag);
}
