import type { ConnectOptions } from '../../../server/handlers/connect.ts';

/** Pairs of a query, sorted by name; values of one name keep their order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** `/exec/<namespace>/<pod>/<container>?command=ls&output=1` at the agent of the pod's node. */
export function agentPath(parts: readonly string[], pairs: QueryPairs): string {
  const path = parts.map((part) => `/${encodeURIComponent(part)}`).join('');
  const sorted = pairs.map(([name, value]): [string, string] => [name, value]);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.length === 0 ? path : `${path}?${new URLSearchParams(sorted)}`;
}

/** The query parameters of agents for the options of exec and attach. */
const streams = [
  ['stdin', 'input'],
  ['stdout', 'output'],
  ['stderr', 'error'],
  ['tty', 'tty'],
] as const;

export const streamPairs = (options: ConnectOptions): QueryPairs =>
  streams.filter(([option]) => options[option]).map(([, name]) => [name, '1']);

export const commandPairs = ({ command = [] }: ConnectOptions): QueryPairs =>
  command.map((part) => ['command', part]);

export const portPairs = ({ ports = [] }: ConnectOptions): QueryPairs =>
  ports.length === 0 ? [] : [['port', ports.join(',')]];
