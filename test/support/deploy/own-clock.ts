import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../hack/faketime.sh', import.meta.url));
let found: { library: string } | { obstacle: string } | undefined;

function find(): { library: string } | { obstacle: string } {
  const { status, stdout, stderr } = spawnSync(script, { encoding: 'utf8' });
  if (status === 0) return { library: stdout.trim() };
  return { obstacle: stderr.trim().split('\n').at(-1) ?? 'faketime.sh does not run' };
}

/** A clock of one program, which can be set while that runs. What counts time from its start on is not touched. */
export class OwnClock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.set(0);
  }

  /** Why there can be none on this machine; undefined where there can. */
  static obstacle(): string | undefined {
    found ??= find();
    return 'obstacle' in found ? found.obstacle : undefined;
  }

  /** The words before a command that has it. */
  get on(): readonly string[] {
    found ??= find();
    if ('obstacle' in found) throw new Error(found.obstacle);
    return [
      'env',
      `LD_PRELOAD=${found.library}`,
      `FAKETIME_TIMESTAMP_FILE=${this.#file}`,
      ...['FAKETIME_DONT_FAKE_MONOTONIC=1', 'FAKETIME_CACHE_DURATION=1'],
    ];
  }

  /** So many seconds ahead of the time that it is; takes a second. */
  set(seconds: number): void {
    // In one step: it is read again and again.
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
