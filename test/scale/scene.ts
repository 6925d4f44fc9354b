import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '../bench/cleanup.ts';
import { ProcessMeter } from '../bench/process-meter.ts';
import { benchToken, Product } from '../bench/product.ts';
import { makeServingCertificate } from '../bench/stage.ts';
import { startEtcd } from '../support/etcd.ts';
import { freePort } from '../support/free-ports.ts';
import { Child } from './child.ts';
import { TimedClient } from './client.ts';
import { managerToken, nodeName, nodeToken } from './cluster-objects.ts';
import { Latencies } from './latencies.ts';
import type { Settings } from './settings.ts';

/** The server on an etcd of its own, and the processes of all who use it. */
export class Scene {
  readonly settings: Settings;
  readonly server: Product;
  readonly etcd: ProcessMeter;
  readonly fleets: readonly Child[];
  readonly managers: Child;
  /** What this process itself asked for, as an administrator and as monitoring does. */
  readonly latencies = new Latencies();
  readonly admin: TimedClient;

  private constructor(settings: Settings, server: Product, etcdPid: number, cleanup: Cleanup) {
    this.settings = settings;
    this.server = server;
    this.etcd = new ProcessMeter(etcdPid);
    this.fleets = Array.from({ length: settings.fleets }, () => new Child('fleet-process.ts'));
    this.managers = new Child('managers-process.ts');
    this.admin = new TimedClient({ server: this.url, token: benchToken }, 'scale-admin', this.latencies);
    for (const one of [...this.fleets, this.managers, this.admin]) cleanup.add(() => one[Symbol.dispose]());
  }

  static async start(settings: Settings, cleanup: Cleanup): Promise<Scene> {
    const directory = mkdtempSync(join(tmpdir(), 'scale-'));
    cleanup.add(() => rmSync(directory, { recursive: true, force: true }));
    const { certFile, keyFile } = await makeServingCertificate(directory);
    const tokens = join(directory, 'users.csv');
    writeFileSync(tokens, usersOf(settings.profile.nodes));
    const etcd = await startEtcd({ members: 1 });
    cleanup.add(() => etcd.stop());
    const server = new Product({
      program: join(import.meta.dirname, '../../dist/commands/apiserver.js'),
      directory,
      certFile,
      keyFile,
      etcdServers: etcd.endpoints,
      // The same port after a restart; what nodes may do is decided as in a real cluster.
      flags: [
        `--token-auth-file=${tokens}`,
        `--secure-port=${await freePort()}`,
        '--authorization-mode=Node,RBAC',
        ...settings.flags,
      ],
    });
    cleanup.add(() => server.kill());
    await server.start();
    return new Scene(settings, server, etcd.pids[0]!, cleanup);
  }

  get url(): string {
    const { host, port } = this.server.endpoint;
    return `https://${host}:${port}`;
  }

  /** Pods that are not as they are to be, and nodes taken for lost. What was timed until then is kept. */
  async state(): Promise<{ missing: number; lost: number }> {
    const { missing, lost, latencies } = await this.managers.report();
    this.latencies.addAll(latencies);
    return { missing, lost };
  }

  get children(): readonly Child[] {
    return [...this.fleets, this.managers];
  }
}

function usersOf(nodes: number): string {
  const lines = [
    `${benchToken},bench,1,"system:masters"`,
    // Privileged, and yet bounded by flow control: not one of the group that nothing bounds.
    `${managerToken},system:controllers,2,"scale:managers"`,
  ];
  for (let n = 0; n < nodes; n++) {
    const name = nodeName(n);
    lines.push(`${nodeToken(name)},system:node:${name},node-${n},"system:nodes"`);
  }
  return `${lines.join('\n')}\n`;
}
