#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept for the next call: in the user's own directory, as it is run.
const { HOME } = process.env;
if (HOME) enableCompileCache(join(HOME, '.kube', 'cache', 'orchctl', 'code'));
const { runOrchctl } = await import('./orchctl/main.ts');
await runOrchctl();
