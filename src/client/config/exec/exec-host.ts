import { once } from 'node:events';

export interface ExecRun {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the program may ask the person at the terminal. */
  hasInput: boolean;
}

/** The process and the terminal in which programs are run. */
export interface ExecHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** Standard input is needed for something else: why. */
  readonly inputTaken?: string | undefined;
  /** Resolves when the program has ended. Rejects, as `spawn` does, when it cannot be started. */
  run(call: ExecRun): Promise<{ code: number; output: string }>;
}

/** The standard error of credential plugins is that of this process. */
export const systemExecHost: ExecHost = {
  env: process.env,
  get isTerminal() {
    return process.stdin.isTTY === true;
  },
  async run({ command, args, env, hasInput }) {
    // Loaded when it is needed: most clients run no programs.
    const { spawn } = await import('node:child_process');
    const child = spawn(command, args, {
      env: { ...env },
      stdio: [hasInput ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout!.on('data', (chunk: Buffer) => void chunks.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, output: Buffer.concat(chunks).toString() };
  },
};
