import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';

/** Which etcd: a recent one, or one of the oldest line that is supported. */
export type EtcdLine = 'recent' | '3.4';

export interface EtcdOptions {
  members: 1 | 3;
  /** Recent unless given. */
  line?: EtcdLine;
  /** Files for TLS towards clients; clients must show a certificate of the same CA. */
  tls?: { caFile: string; certFile: string; keyFile: string };
  /** Bytes after which it takes no more writes. */
  quota?: number;
}

export interface Etcd {
  /** One a member, in order. */
  readonly endpoints: string[];
  readonly version: string;
  /** Process ids of the members as they run now, in order. */
  readonly pids: number[];
  /** The index of the member that leads, as soon as there is one. Without TLS only. */
  leader(): Promise<number>;
  /** Ends a member with SIGKILL. */
  kill(member: number): Promise<void>;
  /** Starts a member that was killed, with its data. */
  restart(member: number): Promise<void>;
  /** Copies the data of a member that was killed. Returns where they are. */
  copyData(member: number): string;
  /** Starts a member that was killed, with these data in place of its own, or as a new cluster without any. */
  restartWith(member: number, data: string | 'none'): Promise<void>;
  /** Lets a member stand still (SIGSTOP): it holds its connections and answers nothing. */
  freeze(member: number): void;
  thaw(member: number): void;
  /** Ends all members and removes their data. */
  stop(): Promise<void>;
}

const readyTimeout = 20_000;

/** Those that this machine has. An empty ETCD_34 says that the older one could not be fetched. */
export const etcdLines: { line: EtcdLine; isHere: boolean; title: string }[] = [
  { line: 'recent', isHere: true, title: 'recent' },
  process.env['ETCD_34'] === ''
    ? { line: '3.4', isHere: false, title: '3.4: skipped, this machine cannot fetch it' }
    : { line: '3.4', isHere: true, title: '3.4' },
];

/** The binary that tests run, as `hack/etcd.sh` finds it. */
export function etcdBinary(line: EtcdLine = 'recent'): { path: string; version: string } {
  const script = join(import.meta.dirname, '../../hack/etcd.sh');
  const path = execFileSync(script, line === 'recent' ? [] : [line], { encoding: 'utf8' }).trim();
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).match(/Version: (\S+)/)![1]!;
  return { path, version };
}

/** Ends a process with this one, however this one ends. */
const dieWithParent = ['setpriv', '--pdeathsig', 'KILL', '--'];

/** A real etcd on loopback, with free ports and its data in temporary directories. */
export async function startEtcd(options: EtcdOptions): Promise<Etcd> {
  const { path: binary, version } = etcdBinary(options.line);
  const directory = mkdtempSync(join(tmpdir(), 'etcd-test-'));
  const ports = await freePorts(2 * options.members);
  const scheme = options.tls === undefined ? 'http' : 'https';
  const members = Array.from({ length: options.members }, (_, i) => ({
    name: `m${i}`,
    client: `${scheme}://127.0.0.1:${ports[2 * i]}`,
    peer: `http://127.0.0.1:${ports[2 * i + 1]}`,
  }));
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const processes = members.map(({ name, client, peer }) => {
    const args = memberArguments(name, client, peer, cluster, options, directory);
    return new Member(binary, args, client, join(directory, `${name}.log`));
  });
  for (const member of processes) member.start();
  const etcd = assemble(processes, directory, version);
  try {
    await Promise.all(processes.map((member) => member.ready()));
  } catch (error) {
    await etcd.stop();
    throw error;
  }
  return etcd;
}

function assemble(members: Member[], directory: string, version: string): Etcd {
  return {
    endpoints: members.map((member) => member.endpoint),
    version,
    get pids() {
      return members.map((member) => member.pid);
    },
    leader: () => leaderOf(members.map((member) => member.endpoint)),
    kill: (member) => members[member]!.kill(),
    restart: async (member) => {
      members[member]!.start();
      await members[member]!.ready();
    },
    copyData: (member) => {
      const copy = mkdtempSync(join(directory, 'copy-'));
      cpSync(join(directory, `m${member}`), copy, { recursive: true });
      return copy;
    },
    restartWith: async (member, data) => {
      const own = join(directory, `m${member}`);
      rmSync(own, { recursive: true });
      if (data !== 'none') cpSync(data, own, { recursive: true });
      members[member]!.start(data === 'none' ? ['--initial-cluster-token=new'] : []);
      await members[member]!.ready();
    },
    freeze: (member) => members[member]!.signal('SIGSTOP'),
    thaw: (member) => members[member]!.signal('SIGCONT'),
    stop: async () => {
      await Promise.all(members.map((member) => member.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Members that do not answer in time are left out: one of them may stand still. */
async function leaderOf(endpoints: string[]): Promise<number> {
  const deadline = performance.now() + readyTimeout;
  while (performance.now() < deadline) {
    const asked = endpoints.map(async (endpoint) => {
      const url = `${endpoint}/v3/maintenance/status`;
      const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(2_000) });
      const { header, leader } = (await answer.json()) as StatusAnswer;
      return leader === header.member_id;
    });
    const answers = await Promise.allSettled(asked);
    const leader = answers.findIndex((answer) => answer.status === 'fulfilled' && answer.value);
    if (leader !== -1) return leader;
    await delay(100);
  }
  throw new Error(`etcd has no leader: ${endpoints}`);
}

/** The part of etcd's status that is used, as its JSON gateway writes it. */
interface StatusAnswer {
  header: { member_id: string };
  /** Not written when there is none. */
  leader?: string;
}

class Member {
  readonly endpoint: string;
  readonly #command: string[];
  readonly #log: string;
  #process: ChildProcess | undefined;

  constructor(binary: string, args: string[], endpoint: string, log: string) {
    this.endpoint = endpoint;
    const prefix = existsSync('/usr/bin/setpriv') ? dieWithParent : [];
    this.#command = [...prefix, binary, ...args];
    this.#log = log;
  }

  start(more: string[] = []): void {
    const [command, ...args] = this.#command;
    const log = openSync(this.#log, 'a');
    this.#process = spawn(command!, [...args, ...more], { stdio: ['ignore', log, log] });
    process.once('exit', this.#killAtExit);
  }

  /** A member answers on its port when it has joined the others. */
  async ready(): Promise<void> {
    const { hostname, port } = new URL(this.endpoint);
    const deadline = performance.now() + readyTimeout;
    while (performance.now() < deadline) {
      if (this.#process!.exitCode !== null) break;
      if (await answers(hostname, Number(port))) return;
      await delay(50);
    }
    throw new Error(`etcd ${this.endpoint} does not start; see ${this.#log}`);
  }

  get pid(): number {
    return this.#process!.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process!.kill(signal);
  }

  async kill(): Promise<void> {
    process.off('exit', this.#killAtExit);
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  readonly #killAtExit = () => this.#process?.kill('SIGKILL');
}

function memberArguments(
  name: string,
  client: string,
  peer: string,
  cluster: string,
  { tls, quota }: EtcdOptions,
  directory: string,
): string[] {
  const args = {
    name,
    'data-dir': join(directory, name),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': cluster,
    'log-level': 'warn',
    ...(quota !== undefined && { 'quota-backend-bytes': String(quota) }),
    ...(tls && { 'trusted-ca-file': tls.caFile, 'cert-file': tls.certFile, 'key-file': tls.keyFile }),
  };
  const flags = Object.entries(args).map(([flag, value]) => `--${flag}=${value}`);
  return tls === undefined ? flags : [...flags, '--client-cert-auth'];
}

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
