import { join } from 'node:path';

/** What the environment asks of a run. README.md explains each variable. */
export interface Settings {
  /** Pods that are loaded before anything is measured. */
  readonly pods: number;
  readonly store: 'embedded' | 'etcd';
  /** Path of the server's JavaScript. */
  readonly program: string;
  /** The same of another build, which stands where the plain server does otherwise. */
  readonly against: string | undefined;
  /** More flags of both. */
  readonly flags: readonly string[];
  /** Names of workloads; undefined: the usual ones. */
  readonly workloads: readonly string[] | undefined;
  /** Seconds that one workload is measured for, all its rounds together. */
  readonly duration: number;
  readonly warmup: number;
  readonly rounds: number;
  /** Connections of a workload by its name; '' is for all small operations that are not named. */
  readonly connections: ReadonlyMap<string, number>;
  /** Writes of one round at most. */
  readonly writes: number;
  /** How many watchers each fan-out has. */
  readonly watchers: readonly number[];
  /** Objects of the cold start and of the large end of growth. */
  readonly large: number;
  readonly withPlain: boolean;
  /** A server that is running already, in place of a fresh one. */
  readonly foreign: ForeignServer | undefined;
  /** Where the results are written as JSON. */
  readonly out: string | undefined;
}

export interface ForeignServer {
  readonly url: URL;
  readonly token: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  readonly pid: number | undefined;
}

/** Throws for a value that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const store = env['STORE'] ?? 'embedded';
  if (store !== 'embedded' && store !== 'etcd') throw new Error('STORE must be embedded or etcd');
  return {
    pods: count(env, 'N', 5_000),
    store,
    program: env['PROGRAM'] ?? join(import.meta.dirname, '../../dist/commands/apiserver.js'),
    against: env['AGAINST'],
    flags: (env['FLAGS'] ?? '').split(' ').filter((flag) => flag !== ''),
    workloads: workloadsOf(env),
    duration: count(env, 'DURATION', 3),
    warmup: count(env, 'WARMUP', 1),
    rounds: count(env, 'ROUNDS', 3),
    connections: connectionsOf(env['CONNECTIONS'] ?? '16'),
    writes: count(env, 'WRITES', 2_000),
    watchers: (env['WATCHERS'] ?? '100,1000,5000').split(',').map((text) => number('WATCHERS', text)),
    large: count(env, 'LARGE', 50_000),
    withPlain: env['PLAIN'] !== '0',
    foreign: foreignOf(env),
    out: env['OUT'],
  };
}

/** Nothing named: the usual ones. COLD=1 and GROWTH=1 add theirs to either. */
function workloadsOf(env: NodeJS.ProcessEnv): string[] | undefined {
  const named = env['WORKLOADS']?.split(',').map((name) => name.trim());
  const added = ['growth', 'cold'].filter((name) => (env[name.toUpperCase()] ?? '0') !== '0');
  if (named === undefined) return added.length === 0 ? undefined : ['usual', ...added];
  return [...named, ...added];
}

function foreignOf(env: NodeJS.ProcessEnv): ForeignServer | undefined {
  if (env['URL'] === undefined) return undefined;
  const url = new URL(env['URL']);
  if (url.protocol !== 'https:') throw new Error('URL must begin with https://');
  const pid = env['PID'] === undefined ? undefined : number('PID', env['PID']);
  return { url, token: env['TOKEN'], certFile: env['CERT'], keyFile: env['KEY'], pid };
}

/** `16`, `get=32,list=2` or both: `16,list=2`. */
function connectionsOf(text: string): Map<string, number> {
  const result = new Map<string, number>();
  for (const item of text.split(',')) {
    const [name, value] = item.includes('=') ? item.split('=') : ['', item];
    result.set(name!, number('CONNECTIONS', value!));
  }
  return result;
}

/** `make` hands on variables that are not set as "". */
function count(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  return env[name] ? number(name, env[name]) : otherwise;
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`${name}: ${text} is no number`);
  return value;
}
