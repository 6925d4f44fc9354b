import type { AuditEvent } from './event.ts';

/** Bytes. */
export interface TruncationLimits {
  event: number;
  batch: number;
}

/**
 * The text of an event, without its objects where they make it too long; undefined when even that is too long.
 * `annotation` says in an event that it was cut.
 */
export function truncated(
  event: AuditEvent,
  encode: (event: AuditEvent) => string,
  { event: most }: TruncationLimits,
  annotation: string,
): string | undefined {
  const text = encode(event);
  if (Buffer.byteLength(text) <= most) return text;
  if (event.level !== 'Request' && event.level !== 'RequestResponse') return undefined;
  const annotations = new Map([...event.annotations, [annotation, 'true']]);
  const short = encode({ ...event, requestObject: undefined, responseObject: undefined, annotations });
  return Buffer.byteLength(short) <= most ? short : undefined;
}
