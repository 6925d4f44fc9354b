import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MachineProcess } from '../support/deploy/machine-process.ts';
import { descendants } from '../support/process-tree.ts';
import { until } from '../support/until.ts';
import { hierarchies } from './parts.ts';

const script = new URL('machine.sh', import.meta.url).pathname;
const run = promisify(execFile);

/** Namespaces and control groups that one process holds: everything in them is gone with it. */
export class Machine {
  readonly name: string;
  /** What stands for its disk: `var/lib` and `var/log` are those of the machine. */
  readonly root: string;
  readonly #holder: MachineProcess;
  readonly #pid: number;

  private constructor(name: string, root: string, holder: MachineProcess) {
    this.name = name;
    this.root = root;
    this.#holder = holder;
    this.#pid = descendants(holder.pid)[0]!;
  }

  /** `group`: the name of the cluster's control groups. */
  static async make(name: string, folder: string, group: string): Promise<Machine> {
    const root = join(folder, name);
    mkdirSync(root, { recursive: true });
    const ready = join(root, 'ready');
    rmSync(ready, { force: true });
    const command = [script, 'enter', name, root, ...makeGroups(`${group}/${name}`)];
    const holder = new MachineProcess(command, join(folder, `${name}.log`));
    await until(() => {
      if (holder.hasEnded) throw new Error(`${name} cannot be made: ${holder.output}`);
      return existsSync(ready);
    });
    return new Machine(name, root, holder);
  }

  /** Process id of its first process, as it is outside. */
  get pid(): number {
    return this.#pid;
  }

  /** A path of the machine as it is seen from outside. */
  path(inside: string): string {
    return `/proc/${this.#pid}/root${inside}`;
  }

  /** Starts a program that goes on. */
  start(command: readonly string[], log: string): Daemon {
    const program = new MachineProcess([...this.#on, script, 'run', ...command], join(this.root, log));
    return new Daemon(program);
  }

  /** What a command prints; rejects with what it complains about. */
  async ask(...command: string[]): Promise<string> {
    const [program, ...words] = [...this.#on, script, 'run', ...command];
    return (await run(program!, words, { maxBuffer: 1 << 26 })).stdout;
  }

  /** `ip` of its network. Names and process ids are as they are outside. */
  ip(...words: string[]): void {
    execFileSync('nsenter', [`--net=/proc/${this.#pid}/ns/net`, 'ip', ...words], { stdio: 'pipe' });
  }

  write(inside: string, content: string | object): void {
    const path = this.path(inside);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** As when somebody pulls the plug. */
  async stop(): Promise<void> {
    await this.#holder.stop();
  }

  get #on(): readonly string[] {
    const spaces = ['mount', 'uts', 'ipc', 'net', 'pid', 'cgroup'].map((space) => `--${space}`);
    return ['nsenter', `--target=${this.#pid}`, ...spaces, '--'];
  }
}

/** A program in a machine. */
export class Daemon {
  readonly #outer: MachineProcess;
  #isStopped = false;

  constructor(outer: MachineProcess) {
    this.#outer = outer;
  }

  get hasEnded(): boolean {
    return this.#outer.hasEnded;
  }

  get hasEndedByItself(): boolean {
    return this.#outer.hasEnded && !this.#isStopped;
  }

  get output(): string {
    return this.#outer.output;
  }

  /** What it has started goes on. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#isStopped = true;
    // The outer process waits for the one that is in the machine.
    const pid = descendants(this.#outer.pid)[0];
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
    await until(() => this.#outer.hasEnded);
  }
}

/** One in each hierarchy. */
function makeGroups(name: string): string[] {
  return hierarchies().map(({ path, hasCpus }) => {
    const group = join(path, name);
    mkdirSync(group, { recursive: true });
    if (hasCpus) for (const one of [join(group, '..'), group]) allowAll(one);
    return group;
  });
}

/** Processors and memory are those of the group above: a new group has none. */
function allowAll(group: string): void {
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    writeFileSync(join(group, file), readFileSync(join(group, '..', file), 'utf8'));
}
