import { execFileSync } from 'node:child_process';

/** Machines that hear each other over a bridge: the load balancer (0) and the nodes (1 to 3). */
const machines = [0, 1, 2, 3] as const;

/**
 * A network of the machines of a control plane: a namespace each, joined by a bridge, on which this process is too. What one
 * sends to another can be dropped, in one direction, all of it or a part. Needs root, ip and nft.
 */
export class Network implements Disposable {
  /** The first three numbers of all addresses. */
  readonly prefix: string;
  readonly #id: string;

  private constructor() {
    this.#id = `cp${process.pid % 100_000}`;
    this.prefix = `10.${64 + (process.pid % 64)}.${Math.floor(process.pid / 64) % 256}`;
  }

  /** Why there can be none on this machine; undefined where there can. */
  static obstacle(): string | undefined {
    try {
      execFileSync('unshare', ['--net', 'nft', 'list', 'ruleset'], { stdio: 'ignore' });
      execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
      return undefined;
    } catch {
      return 'network namespaces need root, ip and nft';
    }
  }

  /** Throws where `obstacle` says why. */
  static make(): Network {
    const network = new Network();
    // What a run that was killed has left.
    network[Symbol.dispose]();
    // Also when the process ends in the middle.
    process.once('exit', () => network[Symbol.dispose]());
    network.#make();
    return network;
  }

  #make(): void {
    ip('link', 'add', this.#id, 'type', 'bridge');
    ip('address', 'add', `${this.prefix}.1/24`, 'dev', this.#id);
    ip('link', 'set', this.#id, 'up');
    for (const machine of machines) {
      const space = this.#space(machine);
      const [outer, inner] = [`${space}o`, `${space}i`];
      ip('netns', 'add', space);
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', space);
      ip('link', 'set', outer, 'master', this.#id, 'up');
      for (const words of [
        ['address', 'add', `${this.address(machine)}/24`, 'dev', inner],
        ['link', 'set', inner, 'up'],
        ['link', 'set', 'lo', 'up'],
      ])
        ip('-netns', space, ...words);
      this.heal(machine);
    }
  }

  address(machine: number): string {
    return `${this.prefix}.1${machine}`;
  }

  /** The words before a command that runs on a machine. */
  on(machine: number): readonly string[] {
    return ['ip', 'netns', 'exec', this.#space(machine)];
  }

  /** From now on nothing that `from` sends reaches `to`. */
  drop(from: number, to: number): void {
    this.#nft(from, `add rule inet faults out ip daddr ${this.address(to)} drop`);
  }

  /** From now on so many in ten of the packets that a machine sends to others are lost. */
  lose(from: number, inTen: number): void {
    this.#nft(from, `add rule inet faults out oifname != "lo" numgen random mod 10 < ${inTen} drop`);
  }

  /** Everything that a machine sends arrives again. */
  heal(machine: number): void {
    const chain = 'add chain inet faults out { type filter hook output priority 0; }';
    this.#nft(machine, `add table inet faults; ${chain}; flush chain inet faults out`);
  }

  /** Removes it. What runs on its machines has to have ended. */
  [Symbol.dispose](): void {
    for (const machine of machines) quietly(() => ip('netns', 'delete', this.#space(machine)));
    quietly(() => ip('link', 'delete', this.#id));
  }

  #space(machine: number): string {
    return `${this.#id}-${machine}`;
  }

  #nft(machine: number, commands: string): void {
    const [program, ...words] = [...this.on(machine), 'nft', commands];
    execFileSync(program!, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

const ip = (...words: string[]): void =>
  void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });

function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // It was not there.
  }
}
