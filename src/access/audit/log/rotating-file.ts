import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../../util/clock.ts';
import { type BackupLimits, backupName, tidyBackups } from './backups.ts';
import { Descriptor } from './descriptor.ts';
import type { LineTarget } from './line-queue.ts';

export interface RotationOptions extends BackupLimits {
  /** Bytes. A single line may have more, and then has a file of its own. */
  maxSize: number;
}

/**
 * A file to which lines are appended. When it is full it is renamed for the time (`audit-2026-01-02T03-04-05.678.log`)
 * and another one begun; of the renamed ones the limits say how many are kept, and how long.
 */
export class RotatingFile implements LineTarget {
  readonly #path: string;
  readonly #options: RotationOptions;
  readonly #clock: Clock;
  readonly #report: (error: Error) => void;
  #open: { handle: FileHandle; descriptor: Descriptor } | undefined;
  /** No two are renamed for the same time. */
  #latest = 0;
  #tidying: Promise<void> = Promise.resolve();

  constructor(path: string, options: RotationOptions, clock: Clock, report: (error: Error) => void) {
    this.#path = path;
    this.#options = options;
    this.#clock = clock;
    this.#report = report;
  }

  /** Opens the file, to know at the start that it can be. Rejects when it cannot. */
  async prepare(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o755 });
    await this.#opened();
    this.#tidy();
  }

  async makeRoom(bytes: number): Promise<number> {
    const { maxSize } = this.#options;
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
      const stat = await handle.stat();
      this.#open = { handle, descriptor: new Descriptor(handle.fd, stat.isFile() ? stat.size : undefined) };
    }
    return this.#open.descriptor;
  }

  async #shut(): Promise<void> {
    const handle = this.#open?.handle;
    this.#open = undefined;
    await handle?.close();
  }

  async #rotate(): Promise<void> {
    await this.#shut();
    this.#latest = Math.max(this.#clock.now(), this.#latest + 1);
    // Better a file that is too large than no file.
    await rename(this.#path, backupName(this.#path, this.#latest)).then(
      () => this.#tidy(),
      (error: Error) => this.#report(new Error(`audit: log: the full file stays in use: ${error.message}`)),
    );
  }

  /** One after the other, beside everything else. */
  #tidy(): void {
    this.#tidying = this.#tidying
      .then(() => tidyBackups(this.#path, this.#options, this.#clock.now()))
      .catch((error: Error) => this.#report(new Error(`audit: log: old files: ${error.message}`)));
  }
}
