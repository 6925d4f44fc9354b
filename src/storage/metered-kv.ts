import { currentTrace, within } from '../util/tracing/request-trace.ts';
import type { Kv } from './kv.ts';

/** Receives the duration of an operation of the store, in seconds, whether it succeeded or not. */
export type ObserveOperation = (operation: string, seconds: number) => void;

const measured = ['currentRevision', 'get', 'range', 'count', 'create', 'update', 'delete'] as const;

/** As traces name the operations, before the name of the store. */
const spanNames: Readonly<Record<(typeof measured)[number], string>> = {
  currentRevision: 'CurrentRevision',
  get: 'Get',
  range: 'List',
  count: 'Count',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};

/**
 * The same store, with its operations timed, for the metrics and for the request that they are done for. `store`: its
 * name in traces.
 */
export function meteredKv(kv: Kv, observe: ObserveOperation, store: 'embedded' | 'etcd3'): Kv {
  const metered: Kv = Object.create(kv, {
    trouble: { get: () => kv.trouble },
    replacements: { get: () => kv.replacements },
  });
  for (const operation of measured) {
    const plain = kv[operation].bind(kv) as (...parameters: unknown[]) => Promise<unknown>;
    const timed = async (...parameters: unknown[]): Promise<unknown> => {
      const start = performance.now();
      const trace = currentTrace();
      try {
        if (trace?.span === undefined) return await plain(...parameters);
        const attributes = () => ({ 'db.operation.name': operation, ...keyOf(parameters) });
        return await within(`${spanNames[operation]} ${store}`, attributes, 'client', () =>
          plain(...parameters),
        );
      } finally {
        const taken = performance.now() - start;
        trace?.add('storage', taken);
        observe(operation, taken / 1000);
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

/** The key or the prefix that an operation is about. */
const keyOf = ([key]: readonly unknown[]): Record<string, string> =>
  typeof key === 'string' ? { 'db.query.text': key } : {};
