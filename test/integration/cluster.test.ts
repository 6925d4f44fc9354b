import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { obstacle } from '../cluster/parts.ts';

const program = new URL('../cluster/cluster.ts', import.meta.url).pathname;
const why = obstacle();
const title = why === undefined ? '' : ` (skipped: ${why})`;
const minutes = 15;

it.skipIf(why !== undefined)(
  `nodes with the agents, the proxies and the scheduler of Kubernetes 1.20 run pods as they are told${title}`,
  async () => {
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [program], { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
    expect(code, output).toBe(0);
    expect(output).toMatch(/^\d+ ok, 0 failed in /m);
  },
  minutes * 60_000,
);
