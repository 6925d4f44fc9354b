import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import type { Connection } from '../http/connection.ts';

/** Rows of a table: clients decide how many connections there are, and how many types. */
const maxRows = 1_000;

/** The rows that fit, those with most first, and how many there are in all. */
interface Table<Row> {
  pid: number;
  total: number;
  rows: Row[];
}

/** One resource type in the watch cache. */
export interface CacheRow {
  resource: string;
  objects: number;
  /** Bytes of all objects, as they are kept. */
  bytes: number;
  watchers: number;
  /** Bytes that wait to be sent to watchers. */
  watcherBacklog: number;
  history: { events: number; bytes: number; firstRevision: number; isCutShort: boolean };
  /** Behind what the store has shown. */
  lags: boolean;
  hasUnreadable: boolean;
}

export function cacheTable(caches: readonly ResourceCache[]): Table<CacheRow> {
  return table(caches.map(cacheRow), ({ bytes }) => bytes);
}

function cacheRow(cache: ResourceCache): CacheRow {
  const { resourceName: resource, tree, bytes, fanOut, history, lags, unreadable } = cache;
  let watcherBacklog = 0;
  for (const { backlog } of fanOut.streams()) watcherBacklog += backlog;
  return {
    resource,
    objects: tree.size,
    bytes,
    watchers: fanOut.watchers,
    watcherBacklog,
    history: {
      events: history.length,
      bytes: history.bytes,
      firstRevision: history.start,
      isCutShort: history.cutShort,
    },
    lags,
    hasUnreadable: unreadable.size > 0,
  };
}

/** One connection of a client. */
export interface ConnectionRow {
  from: string;
  protocol: 'HTTP/1.1' | 'HTTP/2';
  tls: string;
  /** User of its last request that was authenticated. */
  user: string;
  ageSeconds: number;
  requests: number;
  openRequests: number;
  bytesRead: number;
  bytesWritten: number;
  /** Written, and not sent yet. */
  unsent: number;
}

/** `now`: milliseconds of the monotonic clock. */
export function connectionTable(connections: Iterable<Connection>, now: number): Table<ConnectionRow> {
  const rows = [...connections].map((connection) => connectionRow(connection, now));
  return table(
    rows,
    ({ unsent, openRequests, bytesWritten }) => unsent * 1e6 + openRequests * 1e3 + bytesWritten / 1e12,
  );
}

function connectionRow(connection: Connection, now: number): ConnectionRow {
  const { socket, session, remoteAddress, user, opened, requests, openRequests } = connection;
  return {
    from: `${remoteAddress}:${socket.remotePort ?? ''}`,
    protocol: session === undefined ? 'HTTP/1.1' : 'HTTP/2',
    tls: socket.getProtocol() ?? '',
    user,
    ageSeconds: Math.round((now - opened) / 1_000),
    requests,
    openRequests,
    bytesRead: socket.bytesRead,
    bytesWritten: socket.bytesWritten,
    unsent: socket.writableLength,
  };
}

function table<Row>(rows: Row[], weight: (row: Row) => number): Table<Row> {
  const sorted = rows.sort((a, b) => weight(b) - weight(a));
  return { pid: process.pid, total: rows.length, rows: sorted.slice(0, maxRows) };
}
