#!/usr/bin/env node
import { ensureRuntime } from './apiserver/runtime.ts';

ensureRuntime(import.meta.filename);

// Only now: a process that is about to be replaced need not load the rest.
const { fail, main } = await import('./apiserver/main.ts');
main().catch(fail);
