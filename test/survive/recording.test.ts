import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judge, keep, kept, type Recording } from './recording.ts';

const event = { type: 'ADDED', name: 'a', id: 'a.0', revision: 2 } as const;
const write = {
  verb: 'create',
  name: 'a',
  id: 'a.0',
  begun: 1,
  ended: 2,
  outcome: { kind: 'done', revision: 2 },
} as const;
/** The watcher has seen nothing, and the second read an old state. */
const recording: Recording = {
  history: [event],
  writes: [write],
  watched: [{ watcher: 'w', events: [] }],
  reads: [
    { reader: 'r', begun: 3, ended: 4, name: 'a', objects: new Map([['a', 2]]) },
    { reader: 'r', begun: 5, ended: 6, revision: 1, objects: new Map() },
  ],
  addresses: [{ name: 's', address: '10.0.0.1', revision: 3 }],
  registers: {
    history: [{ ...event, basedOn: undefined }],
    writes: [write],
    reads: [{ reader: 'r', begun: 3, ended: 4, name: 'a', objects: new Map([['a', 2]]) }],
  },
};

it('a recording that was kept is judged as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  const path = join(folder, 'kept');
  keep(recording, path);
  const again = await kept(path);
  rmSync(folder, { recursive: true });
  expect(again).toEqual(recording);
  expect(judge(recording)).toHaveLength(2);
  expect(judge(again)).toEqual(judge(recording));
});
