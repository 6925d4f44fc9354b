import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';

/** Where the files of deploy/ lie. */
export const deployFolder = new URL('../../../deploy', import.meta.url).pathname;

export const nodeNames = ['node-1', 'node-2', 'node-3'] as const;

/** Ports that the files of deploy/ name. */
const ports = [2379, 2380, 2381, 6443, 8405, 9100, 10257] as const;
export type NamedPort = (typeof ports)[number];

/**
 * Three machines and a load balancer on one: each has an address in 127.0.0.0/8, or on a network of their own, in place of 192.0.2.11 to .13 and
 * 192.0.2.10, a directory in place of its file system, and all have free ports in place of the usual ones.
 */
export class Places {
  readonly directory: string;
  readonly #network: string;
  readonly #ports: ReadonlyMap<number, number>;

  private constructor(directory: string, network: string, free: ReadonlyMap<number, number>) {
    this.directory = directory;
    this.#network = network;
    this.#ports = free;
  }

  /** `prefix`: the first three numbers of addresses of a network of their own. */
  static async find(directory: string, prefix?: string): Promise<Places> {
    const free = await freePorts(ports.length);
    const loopback = `127.${16 + (process.pid % 200)}.${Math.floor(process.pid / 200) % 256}`;
    return new Places(directory, prefix ?? loopback, new Map(ports.map((port, at) => [port, free[at]!])));
  }

  port(named: NamedPort): number {
    return this.#ports.get(named)!;
  }

  /** `which` 0 is the load balancer, 1 to 3 are the nodes. */
  address(which: number): string {
    return `${this.#network}.1${which}`;
  }

  /** What stands for the file system of a machine. */
  rootOf(which: number): string {
    return join(this.directory, which === 0 ? 'balancer' : nodeNames[which - 1]!);
  }

  /** A text of deploy/ as it is for one of the machines. */
  translate(text: string, which: number): string {
    const root = this.rootOf(which);
    return (
      text
        // What is published as an endpoint may be no loopback address: this one alone stays as it is.
        .replace(/(?<!--advertise-address=)\b192\.0\.2\.1([0-3])\b/g, (_, digit: string) =>
          this.address(Number(digit)),
        )
        .replace(/(?<![\d.])(127\.0\.0\.1|0\.0\.0\.0)(?![\d.])|(?<=bind )\*(?=:)/g, this.address(which))
        .replace(/(?<=[:=\s])(\d{4,5})\b/g, (port) => `${this.#ports.get(Number(port)) ?? port}`)
        .replace(/(?<![\w/])\/(etc|var|tmp)\//g, (_, top: string) => `${root}/${top}/`)
    );
  }
}
