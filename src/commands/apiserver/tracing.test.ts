import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { ApiServerOptions } from './options.ts';
import { openTracer } from './tracing.ts';

const directory = mkdtempSync(join(tmpdir(), 'tracing-'));
afterAll(() => rmSync(directory, { recursive: true }));

const open = (tracingConfigFile: string | undefined) =>
  openTracer(
    {
      dialect: dialects[0],
      settings: { tracingConfigFile, gates: new FeatureGates('1.36') },
    } as unknown as ApiServerOptions,
    pino(),
  );

it('without the flag there is no tracer', async () => {
  expect(await open(undefined)).toBeUndefined();
});

it.each([
  [
    'that is not there',
    undefined,
    'unable to read tracing configuration from "PATH": open PATH: no such file',
  ],
  ['that is no YAML', '{', 'unable to decode tracing configuration data: '],
  ['of another kind', 'kind: Pod', 'unable to decode tracing configuration data: '],
])('a file %s is a start-up error', async (_, content, reason) => {
  const path = join(directory, 'tracing.yaml');
  rmSync(path, { force: true });
  if (content !== undefined) writeFileSync(path, content);
  const text = `failed to read tracing config: ${reason.replaceAll('PATH', path)}`;
  await expect(open(path)).rejects.toThrow(text);
});
