import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { ApiServerOptions } from './options.ts';
import { openTracer } from './tracing.ts';

const directory = mkdtempSync(join(tmpdir(), 'tracing-'));
afterAll(() => rmSync(directory, { recursive: true }));

const open = (tracingConfigFile: string | undefined) =>
  openTracer(
    { dialect: dialects[0], settings: { tracingConfigFile } } as unknown as ApiServerOptions,
    pino(),
  );

it('without the flag there is no tracer', async () => {
  expect(await open(undefined)).toBeUndefined();
});

it.each([
  ['that is not there', undefined, 'ENOENT'],
  ['that is no YAML', '{', 'error converting YAML to JSON: yaml: Flow map'],
  ['of another kind', 'kind: Pod', 'must be a TracingConfiguration of apiserver.config.orch.io/v1alpha1'],
])('a file %s is a start-up error', async (_, content, reason) => {
  const path = join(directory, 'tracing.yaml');
  rmSync(path, { force: true });
  if (content !== undefined) writeFileSync(path, content);
  await expect(open(path)).rejects.toThrow(`--tracing-config-file: ${path}: ${reason}`);
});
