import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orchctlProgram } from '../../support/orchctl.ts';
import { PseudoTerminal, terminalMissing } from '../../support/pseudo-terminal.ts';
import { TestServer } from '../../support/server.ts';

describe.skipIf(terminalMissing !== '')(`orchctl on a terminal${terminalMissing}`, () => {
  let server: TestServer;
  const configMaps = '/api/v1/namespaces/default/configmaps';
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server?.remove());

  const onTerminal = (words: string[], env: Record<string, string> = {}): PseudoTerminal => {
    const program = [process.execPath, orchctlProgram, '--kubeconfig', server.kubeconfig, ...words];
    return new PseudoTerminal(program, { HOME: server.directory, ...env });
  };

  it('get -w prints changes as they happen, until Ctrl-C', async () => {
    await server.client.post(configMaps, { metadata: { name: 'first' } });
    const terminal = onTerminal(['get', 'configmaps', '-w']);
    await terminal.sees('first');
    await server.client.post(configMaps, { metadata: { name: 'second' } });
    await terminal.sees('second');
    terminal.send('\u0003');
    expect(await terminal.ended).toBe(130);
  });

  it('edit gives the terminal to the editor, and writes what it leaves', async () => {
    await server.client.post(configMaps, { metadata: { name: 'edited' }, data: { a: 'before' } });
    const editor = join(server.directory, 'editor');
    // It asks the user, and is answered.
    writeFileSync(
      editor,
      '#!/bin/sh\ntest -t 0 && test -t 1 || exit 9\nprintf "new value? "\nread value\nsed -i "s/before/$value/" "$1"\n',
    );
    chmodSync(editor, 0o755);
    const terminal = onTerminal(['edit', 'configmap', 'edited'], { EDITOR: editor });
    await terminal.sees('new value? ');
    terminal.send('after\r');
    await terminal.sees('configmap/edited edited');
    expect(await terminal.ended).toBe(0);
    expect((await server.client.get(`${configMaps}/edited`)).body.data).toEqual({ a: 'after' });
  });
});
