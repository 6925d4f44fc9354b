import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const config = join(root, 'hack/layers.cjs');
const { forbidden } = createRequire(import.meta.url)('./layers.cjs') as { forbidden: { name: string }[] };

/** For each rule: a file that breaks it, and what that file imports. */
const breaches: Record<string, readonly [file: string, imported: string]> = {
  'util-imports': ['src/util/a.ts', 'src/api/x.ts'],
  'api-imports': ['src/api/a.ts', 'src/storage/x.ts'],
  'storage-imports': ['src/storage/a.ts', 'src/client/x.ts'],
  'client-imports': ['src/client/a.ts', 'src/storage/x.ts'],
  'access-imports': ['src/access/a.ts', 'src/storage/x.ts'],
  'admission-imports': ['src/admission/a.ts', 'src/registry/x.ts'],
  'registry-imports': ['src/registry/a.ts', 'src/kinds/x.ts'],
  'kinds-imports': ['src/kinds/a.ts', 'src/storage/x.ts'],
  'bootstrap-imports': ['src/bootstrap/a.ts', 'src/server/x.ts'],
  'server-imports': ['src/server/a.ts', 'src/kinds/x.ts'],
  'extensions-imports': ['src/extensions/a.ts', 'src/kinds/x.ts'],
  'controllers-imports': ['src/controllers/a.ts', 'src/registry/x.ts'],
  'cli-imports': ['src/cli/a.ts', 'src/storage/x.ts'],
  'dashboard-imports': ['src/dashboard/a.ts', 'src/api/x.ts'],
  'cli-commands-apart': ['src/cli/get/a.ts', 'src/cli/get-more/x.ts'],
  'no-cycles': ['src/util/circle.ts', 'src/util/circle-back.ts'],
  'kinds-apart': ['src/kinds/apps/deployment/a.ts', 'src/kinds/apps/replica-set/x.ts'],
  'methods-apart': [
    'src/access/authentication/methods/oidc.ts',
    'src/access/authentication/methods/token.ts',
  ],
  'modes-apart': ['src/access/authorization/modes/abac.ts', 'src/access/authorization/modes/rbac.ts'],
  // The name of the one begins with that of the other.
  'plugins-apart': ['src/admission/plugins/one/a.ts', 'src/admission/plugins/one-more/x.ts'],
  'filters-apart': ['src/server/filters/a.ts', 'src/server/filters/ab.ts'],
  'driver-apart': ['src/storage/kv/embedded/a.ts', 'src/storage/kv/etcd/x.ts'],
  'drivers-apart': ['src/storage/b.ts', 'src/storage/kv/etcd/x.ts'],
  'commands-last': ['src/server/b.ts', 'src/commands/x.ts'],
};

const directory = mkdtempSync(join(tmpdir(), 'layers-'));
beforeAll(() => {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  };
  for (const [, imported] of Object.values(breaches)) write(imported, 'export const x = 1;\n');
  write('src/util/circle-back.ts', "import './circle.ts';\nexport const x = 1;\n");
  for (const [file, imported] of Object.values(breaches)) {
    const up = '../'.repeat(file.split('/').length - 1);
    write(file, `import { x } from '${up}${imported}';\nexport const y = x;\n`);
  }
  write('src/util/lost.ts', "import './nowhere.ts';\n");
  writeFileSync(join(directory, 'tsconfig.json'), '{}');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('each layer rule is broken by what breaks it', async () => {
  const program = join(root, 'node_modules/.bin/depcruise');
  const { stdout } = await run(program, ['--config', config, '--output-type', 'json', 'src'], {
    cwd: directory,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error) => error);
  const { violations } = JSON.parse(stdout).summary;
  const found = (rule: string, ...files: string[]): boolean =>
    violations.some((one: any) => one.rule.name === rule && files.includes(one.from));
  // A circle is told of at one of its files.
  for (const [rule, files] of Object.entries(breaches)) expect(found(rule, ...files), rule).toBe(true);
  expect(found('resolvable', 'src/util/lost.ts')).toBe(true);
  // None is without a breach.
  expect(new Set(forbidden.map(({ name }) => name))).toEqual(
    new Set([...Object.keys(breaches), 'resolvable']),
  );
});
