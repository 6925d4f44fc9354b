import { formats } from '../../api/codec/negotiation.ts';

/** Whether a route gives something that is accepted, going by bare names. */
export function givesAny(accept: string | undefined, protobuf: readonly string[]): boolean {
  if (accept === undefined || accept === '') return true;
  return typesIn(accept).some((type) => type === '*/*' || formats.includes(type) || protobuf.includes(type));
}

/** `a/b;q=0.5, c/d` gives a/b and c/d. */
export const typesIn = (header: string): string[] =>
  header.split(',').map((clause) => clause.split(';')[0]!.trim());
