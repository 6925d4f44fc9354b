import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { ExtensionServer } from '../../support/extension-server/extension-server.ts';
import { registerUsage, serveUsage } from '../../support/extension-server/usage-api.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine, type CommandResult } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

/** Command lines of which kubectl prints the same in every release. */
const same: readonly string[] = [
  'top pods',
  'top pod web-1',
  'top pods --containers',
  'top pods web-1 --containers',
  'top pods -A',
  'top pods -A --containers',
  'top pods --sort-by=cpu',
  'top pods --sort-by=memory',
  'top pods --containers --sort-by=cpu',
  'top pods -l app=web',
  'top pods --no-headers',
  'top pods -n nowhere',
  'top pods none',
  'top nodes',
  'top node near',
  'top nodes --sort-by=cpu',
  'top nodes --sort-by=memory',
  'top nodes -l zone=far',
  'top nodes --no-headers',
  'top nodes none',
];
/** Of new releases only. */
const newer: readonly string[] = [
  'top pods --sum',
  'top pods -A --sum',
  'top pods --containers --sum',
  'top pods --sum --no-headers',
  'top nodes --show-capacity',
  'top pods --sort-by=size',
  'top nodes --sort-by=size',
];

describe.each(dialects)('orchctl top in the dialect $name', (dialect) => {
  let server: TestServer;
  let extension: ExtensionServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    extension = await ExtensionServer.start();
    server = await TestServer.start({ dialect: dialect.name });
    orchctl = new CommandLineHere(server);
    serveUsage(extension, dialect);
    for (const [name, cpu] of Object.entries({ near: '2', far: '4' })) {
      const allocatable = { cpu, memory: '4Gi', pods: '10' };
      const status = { allocatable, capacity: { ...allocatable, memory: '8Gi' } };
      await server.client.post('/api/v1/nodes', { metadata: { name, labels: { zone: name } }, status });
    }
  });
  afterAll(async () => {
    await extension?.[Symbol.asyncDispose]();
    await server?.remove();
  });

  it('says that there are no metrics before a server of them is there', async () => {
    expect(await orchctl.complaint('top', 'pods')).toBe('error: Metrics API not available\n');
  });

  it('prints what pods and nodes use', async () => {
    await registerUsage(extension, server, dialect);
    // What was found out before the server of the metrics was there is kept on disk for a while.
    const ask = (...words: string[]) => orchctl.ask(...words, '--cache-dir', `${server.directory}/cache-2`);
    expect(await ask('top', 'pods', '-l', 'app=web', '--containers')).toBe(
      [
        'POD     NAME   CPU(cores)   MEMORY(bytes)   ',
        'web-0   web    250m         64Mi            ',
        'web-1   side   2m           0Mi             ',
        'web-1   web    121m         130Mi           ',
        '',
      ].join('\n'),
    );
    expect(await ask('top', 'nodes', '--sort-by=cpu')).toBe(
      [
        'NAME   CPU(cores)   CPU(%)   MEMORY(bytes)   MEMORY(%)   ',
        'far    3000m        75%      1024Mi          25%         ',
        'near   813m         40%      2000Mi          48%         ',
        '',
      ].join('\n'),
    );
  });

  for (const { title, path } of dialect.name === 'orch' ? [] : kubectls()) {
    it.skipIf(path === undefined)(`prints what ${title} prints`, async () => {
      const kubectl = CommandLine.kubectl(server, path!);
      const isOld = title.includes('1.20');
      const lines = isOld ? same : [...same, ...newer];
      // The titles of two columns are of 1.32.
      const plain = ({ stdout, ...rest }: CommandResult) =>
        isOld
          ? { ...rest, stdout: stdout.replaceAll('(%)', '%').replaceAll(/ +/g, ' ') }
          : { ...rest, stdout };
      for (const line of lines) {
        const words = [...line.split(' '), '--cache-dir', `${server.directory}/cache-3`];
        const theirs = await kubectl.run(words);
        const ours = await orchctl.run(words);
        expect({ line, ...plain(ours) }).toEqual({ line, ...plain(theirs) });
      }
    });
  }
});
