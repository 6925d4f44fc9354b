import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { MachineProcess } from './machine-process.ts';

const mebibyte = 1024 * 1024;

/**
 * A disk of a few mebibytes in memory, seen at a path by those alone who run `on` it: it is mounted in a namespace which one
 * process holds, and gone with that one. Needs root.
 */
export class SmallDisk {
  readonly #holder: MachineProcess;
  readonly #path: string;

  private constructor(holder: MachineProcess, path: string) {
    this.#holder = holder;
    this.#path = path;
  }

  static async make(path: string, mebibytes: number, log: string): Promise<SmallDisk> {
    mkdirSync(path, { recursive: true });
    const script = `mount -t tmpfs -o size=${mebibytes}m small "$0" && exec sleep infinity`;
    const disk = new SmallDisk(
      new MachineProcess(['unshare', '--mount', 'sh', '-c', script, path], log),
      path,
    );
    const { blocks: outside } = statfsSync(path);
    await until(() => statfsSync(disk.#seen).blocks !== outside);
    return disk;
  }

  /** The words before a command that sees it. */
  get on(): readonly string[] {
    return ['nsenter', `--mount=/proc/${this.#holder.pid}/ns/mnt`];
  }

  /** Where this process, which is outside, sees it. */
  get #seen(): string {
    return `/proc/${this.#holder.pid}/root${this.#path}`;
  }

  /** What it holds is then what the folder holds. */
  copyFrom(folder: string): void {
    execFileSync('cp', ['-a', `${folder}/.`, this.#seen]);
  }

  copyTo(folder: string): void {
    execFileSync('cp', ['-a', `${this.#seen}/.`, folder]);
  }

  /** Takes all space that is left. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.#seen);
    for (let n = 0, left = bavail * bsize; left > 0; n++, left -= mebibyte)
      writeFileSync(join(this.#seen, `filler-${n}`), Buffer.alloc(Math.min(left, mebibyte)));
  }

  /** Gives back what `fill` took. */
  free(): void {
    execFileSync('sh', ['-c', 'rm -f "$0"/filler-*', this.#seen]);
  }

  /** What it holds is lost. */
  async remove(): Promise<void> {
    await this.#holder.stop();
  }
}
