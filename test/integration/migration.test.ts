import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { TestServer } from '../support/server.ts';
import { goneSince116, type MigrationRow, migrationTable } from './migration-table.ts';

/** One cluster that is brought from release to release. */
const releases = ['1.21', '1.22', '1.24', '1.25', '1.26'];
const rows = migrationTable(certificateRequest());

const minor = (release: string): number => Number(release.split('.')[1]);
const isGone = ({ removed }: MigrationRow, release: string): boolean => minor(removed) <= minor(release);

function path({ plural, namespaced }: MigrationRow, apiVersion: string): string {
  return `/apis/${apiVersion}/${namespaced ? 'namespaces/default/' : ''}${plural}`;
}

/** Objects of two old versions of one kind stand side by side. */
function nameOf({ plural, kind, old }: MigrationRow): string {
  return kind === 'CustomResourceDefinition'
    ? 'backups.example.com'
    : kind === 'APIService'
      ? 'v1.example.com'
      : `${plural}-${old.replaceAll(/[^a-z0-9]/g, '-')}`;
}

const titleOf = (row: MigrationRow): string => `${row.kind} of ${row.old}`;

function certificateRequest(): string {
  const subject = ['-subj', '/CN=somebody', '-keyout', '/dev/null'];
  const pem = execFileSync('openssl', ['req', '-new', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return pem.toString('base64');
}

let directory: string;
let server: TestServer;
let client: ApiClient;

async function startAs(release: string): Promise<void> {
  await server?.stop();
  server = await TestServer.start({ directory, flags: [`--emulated-version=${release}`] });
  client = server.client;
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'migration-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe.each(releases)('at %s', (release) => {
  beforeAll(() => startAs(release));

  if (release === releases[0]) {
    it.each(rows.map((row) => [titleOf(row), row] as const))('%s can be written', async (_title, row) => {
      const object = { apiVersion: row.old, kind: row.kind, metadata: { name: nameOf(row) }, ...row.object };
      const answer = await client.post(path(row, row.old), object);
      expect(answer.text, answer.text).toMatch(new RegExp(`"kind":"${row.kind}"`));
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ apiVersion: row.old, ...row.object });
    });
  }

  it.each(rows.map((row) => [titleOf(row), row] as const))(
    '%s is there or gone as the table says',
    async (_title, row) => {
      const old = await client.get(`${path(row, row.old)}/${nameOf(row)}`);
      expect(old.status).toBe(isGone(row, release) ? 404 : 200);
      if (isGone(row, release)) return expect(old.headers['warning']).toBeUndefined();
      expect(old.body).toMatchObject({ apiVersion: row.old, ...row.object });
      if (old.headers['warning'] === undefined) return;
      const isUnsaid = row.use === undefined || ['Event', 'RuntimeClass'].includes(row.kind);
      const use = isUnsaid ? '' : `; use \\S+ \\w+`;
      expect(old.headers['warning']).toMatch(
        new RegExp(
          `^299 - "${row.old} ${row.kind} is deprecated in v1\\.\\d+\\+, unavailable in v${row.removed}\\+${use}"$`,
        ),
      );
    },
  );

  it('a version that goes with the next release warns', async () => {
    for (const row of rows.filter(({ removed }) => minor(removed) === minor(release) + 1)) {
      const answer = await client.get(path(row, row.old));
      expect(answer.headers['warning'], titleOf(row)).toMatch(/is deprecated/);
    }
  });

  it('what is stored is shown by the version to use', async () => {
    const discovered = new Set<string>();
    for (const { versions } of (await client.get('/apis')).body.groups) {
      for (const { groupVersion } of versions) discovered.add(groupVersion);
    }
    for (const row of rows.filter(({ use }) => use !== undefined && discovered.has(use))) {
      const answer = await client.get(`${path(row, row.use!)}/${nameOf(row)}`);
      expect(answer.status, titleOf(row)).toBe(200);
      expect(answer.body, titleOf(row)).toMatchObject({
        apiVersion: row.use,
        ...(row.becomes ?? row.object),
      });
    }
    for (const row of rows.filter((candidate) => isGone(candidate, release) && candidate.use !== undefined)) {
      expect(discovered, titleOf(row)).toContain(row.use);
    }
  });

  it.each(goneSince116)('%s has long gone', async (apiVersion, plurals) => {
    for (const plural of plurals) {
      expect((await client.get(`/apis/${apiVersion}/namespaces/default/${plural}`)).status).toBe(404);
    }
  });
});

describe('back at 1.21', () => {
  beforeAll(() => startAs('1.21'));

  it.each(rows.map((row) => [titleOf(row), row] as const))(
    '%s is what it was, and can be written back',
    async (_title, row) => {
      const target = `${path(row, row.old)}/${nameOf(row)}`;
      const { body } = await client.get(target);
      expect(body).toMatchObject({ apiVersion: row.old, ...row.object });
      const back = await client.put(target, body);
      expect(back.status, back.text).toBe(200);
      expect(back.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
    },
  );
});
