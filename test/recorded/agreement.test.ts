import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { allReasons, isExplained } from './reasons.ts';

/** Answers of another server of this API, recorded, and programs that compare: at hand where the product is developed. */
const place = join(import.meta.dirname, '../../../shared/recorded');
/** Its true name: behind a link the programs do not know that they are started. */
const recorded = existsSync(place) ? realpathSync(place) : place;

/** Part of the cases: always the same ones. */
const share = 0.03;

/** Percent of the cases that agree at least, beside those that are explained: in status, and in every word. */
const floors = { status: 99.9, words: 99.7 };

const reasons = allReasons();

/** A line of what the programs list. */
interface Difference {
  readonly id?: string;
  readonly key?: string;
  readonly file?: string;
  readonly area?: string;
  readonly differs?: string;
}

describe.skipIf(!existsSync(recorded))(
  'answers at release 1.36 (skipped where no recorded ones are at hand)',
  () => {
    let server: TestServer;
    const folder = mkdtempSync(join(tmpdir(), 'agreement-'));

    beforeAll(async () => {
      server = await TestServer.start({
        flags: [
          '--emulated-version=1.36',
          '--service-cluster-ip-range=10.0.0.0/24',
          '--advertise-address=192.0.2.10',
          '--service-account-issuer=https://kubernetes.default.svc',
          '--disable-admission-plugins=ServiceAccount',
          '--allow-privileged=true',
        ],
      });
    });
    afterAll(async () => {
      await server.remove();
      rmSync(folder, { recursive: true });
    });

    it.each(['objects', 'invalid'])('are those that were recorded: %s', async (file) => {
      const { cases, differences } = await compared('replay.mjs', [`--files=${file}`, `--share=${share}`]);
      const left = differences.filter(({ id }) => !isExplained(reasons, 'replay', file, id!));
      const percent = (levels: readonly string[]): number =>
        100 - (100 * left.filter(({ differs }) => levels.includes(differs!)).length) / cases;
      expect(cases).toBeGreaterThan(50);
      expect(percent(['status']), 'of the cases have the same status').toBeGreaterThanOrEqual(floors.status);
      expect(percent(['status', 'meaning', 'words']), 'have the same words').toBeGreaterThanOrEqual(
        floors.words,
      );
    });

    /** Runs one of the programs; what it lists as different, and the number of all cases. */
    async function compared(
      program: string,
      words: readonly string[],
    ): Promise<{ cases: number; differences: Difference[] }> {
      const list = join(folder, 'differences');
      const where = [`--server=https://127.0.0.1:${server.port}`, '--token=admin-token', `--list=${list}`];
      const child = spawn(process.execPath, [join(recorded, program), ...where, '--differences=0', ...words]);
      const [said, complaint] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      const total = /^all \S+\s+(\d+)/m.exec(said);
      if (total === null) throw new Error(`${program}: ${complaint}${said}`);
      const lines = readFileSync(list, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      return { cases: Number(total[1]), differences: lines.map((line) => JSON.parse(line)) };
    }
  },
);

describe('reasons for which an answer differs', () => {
  it.each(reasons)('$in $file $case', ({ reason, case: pattern }) => {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(() => new RegExp(pattern)).not.toThrow();
  });
});
