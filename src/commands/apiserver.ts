#!/usr/bin/env node
import { ensureRuntime } from './apiserver/runtime.ts';

ensureRuntime(import.meta.filename);

// Only now: a process that is about to be replaced need not load the rest.
const [command, ...parameters] = process.argv.slice(2);
if (command === 'check-store') {
  const { fail, main } = await import('./check-store/main.ts');
  main(parameters).catch(fail);
} else if (command === 'compact-store') {
  const { fail, main } = await import('./compact-store/main.ts');
  main(parameters).catch(fail);
} else {
  const { supervisorFlags } = await import('./apiserver/workers/count.ts');
  const flags = supervisorFlags(process.argv.slice(2));
  if (flags.workers > 1) {
    const { supervise } = await import('./apiserver/workers/supervise.ts');
    await supervise(flags, process.argv.slice(2));
  } else {
    const { fail, main } = await import('./apiserver/main.ts');
    main().catch(fail);
  }
}
