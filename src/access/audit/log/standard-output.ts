import { Descriptor } from './descriptor.ts';
import type { LineTarget } from './line-queue.ts';

/** Lines to whatever the process was started with as its output; it stays open. */
export function standardOutput(): LineTarget {
  const descriptor = new Descriptor(1, undefined);
  return {
    makeRoom: async () => Number.POSITIVE_INFINITY,
    write: (bytes) => descriptor.write(bytes),
    close: async () => {},
  };
}
