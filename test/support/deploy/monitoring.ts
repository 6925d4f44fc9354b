import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { ControlPlane } from './control-plane.ts';
import { impatient, read, ruleFiles } from './expressions.ts';
import { MachineProcess } from './machine-process.ts';
import { deployFolder } from './places.ts';
import { recentPrometheus } from './prometheus.ts';

export interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

/** Prometheus with the configuration and the rules of deploy/, beside a control plane; it scrapes every other second. */
export class Monitoring {
  readonly #plane: ControlPlane;
  readonly #config: string;
  readonly #port: number;
  readonly #exporters: Server[] = [];
  #process: MachineProcess | undefined;
  /** What the node exporters serve. */
  certificates: string;

  /** `config`: which file of deploy/prometheus says what is scraped. */
  constructor(plane: ControlPlane, config = 'prometheus.yml') {
    this.#plane = plane;
    this.#config = config;
    // The load balancer's machine uses neither port for anything.
    this.#port = plane.places.port(config === 'prometheus.yml' ? 9100 : 10257);
    this.certificates = reportOf(join(plane.places.directory, 'certificates'));
  }

  /** `token`: that of the account in access.yaml. */
  async start(token: string): Promise<void> {
    const { places } = this.#plane;
    if (this.#config === 'prometheus.yml')
      await Promise.all([1, 2, 3].map((node) => this.#export(places.address(node), places.port(9100))));
    const root = places.rootOf(0);
    const folder = join(root, 'etc/prometheus');
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(join(places.directory, 'certificates/monitoring')))
      cpSync(join(places.directory, 'certificates/monitoring', file), join(folder, file));
    writeFileSync(join(folder, 'token'), token);
    const config = places.translate(read(`prometheus/${this.#config}`), 0);
    writeFileSync(join(folder, this.#config), config.replaceAll(': 30s', ': 2s'));
    for (const file of ruleFiles) writeFileSync(join(folder, file), impatient(read(`prometheus/${file}`)));
    this.#process = new MachineProcess(
      [
        join(recentPrometheus.path!, 'prometheus'),
        `--config.file=${join(folder, this.#config)}`,
        `--storage.tsdb.path=${join(root, `data-${this.#config}`)}`,
        `--web.listen-address=${this.#address}`,
      ],
      join(root, `${this.#config}.log`),
    );
    await this.#plane.until(async () => (await fetch(`http://${this.#address}/-/ready`)).ok);
  }

  get output(): string {
    return this.#process!.output;
  }

  async query(expression: string): Promise<Sample[]> {
    const found = await this.#ask(`query?query=${encodeURIComponent(expression)}`);
    return found.result;
  }

  /** Addresses that are scraped without an error, and what is wrong with the others. */
  async targets(): Promise<{ job: string; health: string; lastError: string }[]> {
    const { activeTargets } = await this.#ask('targets');
    return activeTargets.map(({ labels, health, lastError }: any) => ({
      job: labels.job,
      health,
      lastError,
    }));
  }

  /** Families of series that anything scraped has, with or without a value. */
  async families(): Promise<ReadonlySet<string>> {
    return new Set(Object.keys(await this.#ask('metadata')));
  }

  /** Names of the alerts that fire. */
  async firing(): Promise<string[]> {
    const { alerts } = await this.#ask('alerts');
    const names = alerts
      .filter(({ state }: any) => state === 'firing')
      .map(({ labels }: any) => labels.alertname);
    return [...new Set<string>(names)].sort();
  }

  /** Rules that cannot be worked out, with the reason. */
  async faultyRules(): Promise<string[]> {
    const { groups } = await this.#ask('rules');
    const rules = groups.flatMap(({ rules }: any) => rules);
    return rules
      .filter(({ lastError }: any) => lastError)
      .map((rule: any) => `${rule.name}: ${rule.lastError}`);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    for (const server of this.#exporters) {
      server.closeAllConnections();
      server.close();
    }
  }

  get #address(): string {
    return `${this.#plane.places.address(0)}:${this.#port}`;
  }

  async #ask(path: string): Promise<any> {
    const answer = await fetch(`http://${this.#address}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as any;
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  }

  /** Stands for a node exporter with what its textfile collector reads. */
  #export(address: string, port: number): Promise<void> {
    const server = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/plain; version=0.0.4');
      answer.end(this.certificates);
    });
    this.#exporters.push(server);
    return new Promise((resolve) => server.listen(port, address, resolve));
  }
}

/** What certificates.sh says of the certificates in a directory. */
export function reportOf(directory: string): string {
  return execFileSync(join(deployFolder, 'certificates.sh'), ['--report', directory], { encoding: 'utf8' });
}
