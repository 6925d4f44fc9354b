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
      // It takes its cluster away when it is told to end.
      const options = { maxBuffer: 1 << 26, timeout: (minutes - 1) * 60_000 };
      execFile(process.execPath, [program], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? error.signal), output: stdout + stderr }),
      );
    });
    expect(code, output).toBe(0);
    expect(output).toMatch(/^\d+ ok, 0 failed in /m);
  },
  minutes * 60_000,
);
