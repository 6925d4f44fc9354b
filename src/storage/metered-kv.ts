import type { Kv } from './kv.ts';

/** Receives the duration of an operation of the store, in seconds, whether it succeeded or not. */
export type ObserveOperation = (operation: string, seconds: number) => void;

const measured = ['currentRevision', 'get', 'range', 'count', 'create', 'update', 'delete'] as const;

/** The same store, with its operations timed. */
export function meteredKv(kv: Kv, observe: ObserveOperation): Kv {
  const metered: Kv = Object.create(kv, { trouble: { get: () => kv.trouble } });
  for (const operation of measured) {
    const plain = kv[operation].bind(kv) as (...parameters: unknown[]) => Promise<unknown>;
    const timed = async (...parameters: unknown[]): Promise<unknown> => {
      const start = performance.now();
      try {
        return await plain(...parameters);
      } finally {
        observe(operation, (performance.now() - start) / 1000);
      }
    };
    Object.defineProperty(metered, operation, { value: timed });
  }
  for (const other of [
    'grantLease',
    'keepLeaseAlive',
    'revokeLease',
    'compact',
    'watch',
    'status',
    'close',
  ] as const) {
    Object.defineProperty(metered, other, { value: (kv[other] as (...all: unknown[]) => unknown).bind(kv) });
  }
  return metered;
}
