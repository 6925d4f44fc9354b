import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { kubectlPath } from '../support/kubectl.ts';
import type { Machine } from './machine.ts';

export interface KubectlOutcome {
  code: number | null;
  output: string;
  complaint: string;
}

/** A kubectl that goes on, or has ended. */
export interface RunningKubectl {
  readonly child: ChildProcess;
  readonly outcome: KubectlOutcome;
  /** Resolves when it ends. */
  readonly ended: Promise<KubectlOutcome>;
  stop(): Promise<void>;
}

/** Release 1.20, on the machine of the control plane, as an admin. */
export class Kubectl {
  readonly #machine: Machine;
  readonly #kubeconfig: string;

  constructor(machine: Machine, kubeconfig: string) {
    this.#machine = machine;
    this.#kubeconfig = kubeconfig;
  }

  /** What it prints; rejects with what it complains about. */
  async ask(...words: string[]): Promise<string> {
    return this.tell('', ...words);
  }

  /** The same with a text on its standard input. */
  async tell(input: string, ...words: string[]): Promise<string> {
    const { code, output, complaint } = await this.outcome(input, ...words);
    if (code !== 0) throw new Error(`kubectl ${words.join(' ')}: ${code} ${complaint.trim()}`);
    return output;
  }

  outcome(input: string, ...words: string[]): Promise<KubectlOutcome> {
    const running = this.start(...words);
    running.child.stdin!.end(input);
    return running.ended;
  }

  start(...words: string[]): RunningKubectl {
    const all = [kubectlPath!, '--kubeconfig', this.#kubeconfig, ...words];
    // In the network of the machine, with the files outside; it ends with this process, however this one ends.
    const network = ['nsenter', `--net=/proc/${this.#machine.pid}/ns/net`];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...network, ...all], {
      env: { HOME: this.#machine.root, PATH: process.env['PATH'] },
      // Whatever goes wrong in a check, it is to end; a proxy is there for all of them.
      ...(words[0] !== 'proxy' && { timeout: 150_000 }),
    });
    const outcome: KubectlOutcome = { code: null, output: '', complaint: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      outcome.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      outcome.complaint += text;
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    const ended = once(child, 'close').then(([code]) => {
      outcome.code = code;
      return outcome;
    });
    return {
      child,
      outcome,
      ended,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
}
