import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../../util/clock.ts';
import { type BackupLimits, backupName, tidyBackups } from './backups.ts';
import { Descriptor } from './descriptor.ts';
import type { LineTarget } from './line-queue.ts';

export interface RotationOptions extends BackupLimits {
  /** Bytes. A single line may have more, and then has a file of its own. */
  maxSize: number;
}

export interface RotationDependencies {
  clock: Clock;
  report(message: string): void;
  /** Undefined when no other process writes to the file. */
  sharing?: SharedWriting | undefined;
}

/** The place of this process among those that write to a file. */
export interface SharedWriting {
  /** From 0. The first one looks after what was renamed. */
  index: number;
  count: number;
}

/**
 * A file to which lines are appended. When it is full it is renamed for the time (`audit-2026-01-02T03-04-05.678.log`)
 * and another one begun; of the renamed ones the limits say how many are kept, and how long. Several processes may write
 * to it: whichever finds it full renames it, and the others go on in the new one.
 */
export class RotatingFile implements LineTarget {
  readonly #path: string;
  readonly #options: RotationOptions;
  readonly #clock: Clock;
  readonly #report: (message: string) => void;
  readonly #sharing: SharedWriting | undefined;
  #open: { handle: FileHandle; descriptor: Descriptor } | undefined;
  /** No two are renamed for the same time. */
  #latest = 0;
  #tidying: Promise<void> = Promise.resolve();

  constructor(path: string, options: RotationOptions, { clock, report, sharing }: RotationDependencies) {
    this.#path = path;
    this.#options = options;
    this.#clock = clock;
    this.#report = report;
    this.#sharing = sharing;
  }

  /** Opens the file, to know at the start that it can be. Rejects when it cannot. */
  async prepare(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o755 });
    await this.#opened();
    this.#tidy();
  }

  async makeRoom(bytes: number): Promise<number> {
    const { maxSize } = this.#options;
    if (this.#sharing !== undefined) await this.#follow();
    const { size } = await this.#opened();
    if (size > 0 && size + bytes > maxSize) await this.#rotate();
    return Math.max(bytes, maxSize - (await this.#opened()).size);
  }

  async write(bytes: Buffer): Promise<void> {
    await (await this.#opened()).write(bytes);
  }

  async close(): Promise<void> {
    await this.#shut();
    await this.#tidying;
  }

  async #opened(): Promise<Descriptor> {
    if (this.#open === undefined) {
      const handle = await open(this.#path, 'a', 0o600);
      const about = await handle.stat();
      const size = about.isFile() ? about.size : undefined;
      const descriptor = new Descriptor(handle.fd, size, { isShared: this.#sharing !== undefined });
      this.#open = { handle, descriptor };
    }
    return this.#open.descriptor;
  }

  /** Takes up the changes of other processes: they wrote, or began a new file. */
  async #follow(): Promise<void> {
    if (this.#open === undefined) return;
    const { handle, descriptor } = this.#open;
    const [here, there] = await Promise.all([handle.stat(), stat(this.#path).catch(() => undefined)]);
    if (here.ino === there?.ino) {
      if (here.isFile()) descriptor.size = here.size;
      return;
    }
    await this.#shut();
    this.#tidy();
  }

  async #shut(): Promise<void> {
    const handle = this.#open?.handle;
    this.#open = undefined;
    await handle?.close();
  }

  async #rotate(): Promise<void> {
    await this.#shut();
    this.#latest = this.#ownTime(Math.max(this.#clock.now(), this.#latest + 1));
    // Better a file that is too large than no file.
    await rename(this.#path, backupName(this.#path, this.#latest)).then(
      () => this.#tidy(),
      (error: NodeJS.ErrnoException) => {
        const isDone = this.#sharing !== undefined && error.code === 'ENOENT';
        // Another process was faster.
        if (isDone) return;
        this.#report(`audit: log: the full file stays in use: ${error.message}`);
      },
    );
  }

  /** No two processes rename a file for the same time. */
  #ownTime(time: number): number {
    if (this.#sharing === undefined) return time;
    const { index, count } = this.#sharing;
    return time + ((((index - time) % count) + count) % count);
  }

  /** One after the other, beside everything else. */
  #tidy(): void {
    if (this.#sharing !== undefined && this.#sharing.index > 0) return;
    this.#tidying = this.#tidying
      .then(() => tidyBackups(this.#path, this.#options, this.#clock.now()))
      .catch((error: Error) => this.#report(`audit: log: old files: ${error.message}`));
  }
}
