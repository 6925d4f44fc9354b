import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditPolicy } from '../support/audit.ts';
import { OpenSsl } from '../support/openssl.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { check, type Verdict } from './checker.ts';
import { Manager } from './managers.ts';
import { Work } from './work.ts';
import { AuditTail, type Write, writeOf } from './writes.ts';

export const names = ['manager-a', 'manager-b'] as const;

/** Seconds for which the log may lag behind the watches. */
const patience = 5;

/** All writes of managers, with what was asked and answered, and their looks at the Lease. */
const rules = [
  { level: 'Metadata', users: names, verbs: ['get'], resources: [{ group: 'coordination.k8s.io' }] },
  { level: 'None', verbs: ['get', 'list', 'watch'] },
  { level: 'RequestResponse', users: names },
  { level: 'None' },
];

/** Two managers beside one server, which have something to do all the time, and all that the server knows of them. */
export class Scene {
  readonly managers: readonly Manager[];
  readonly writes: Write[] = [];
  readonly #server: TestServer;
  readonly #audit: AuditTail;
  readonly #work: Work;
  #read = 0;

  /** `flags`: of the managers. */
  static async start(flags: readonly string[]): Promise<Scene> {
    const directory = mkdtempSync(join(tmpdir(), 'failover-'));
    const log = join(directory, 'audit.log');
    writeFileSync(log, '');
    const server = await TestServer.start({
      directory,
      flags: [
        ...[`--audit-policy-file=${auditPolicy(directory, { omitStages: ['RequestReceived'], rules })}`],
        ...[`--audit-log-path=${log}`, '--audit-log-maxsize=100000'],
      ],
    });
    const openSsl = new OpenSsl(join(directory, 'openssl'));
    const managers = names.map((name) => new Manager({ server, openSsl, name, flags }));
    return new Scene(server, managers, new AuditTail(log), await Work.begin(server));
  }

  private constructor(server: TestServer, managers: readonly Manager[], audit: AuditTail, work: Work) {
    this.#server = server;
    this.managers = managers;
    this.#audit = audit;
    this.#work = work;
  }

  /** Reads what the server has logged meanwhile. */
  look(): void {
    this.#audit.read();
    const events = this.#audit.events.slice(this.#read);
    this.#read = this.#audit.events.length;
    this.writes.push(...events.map(writeOf).filter((write) => write !== undefined));
  }

  /** Whether a manager has looked at the Lease after a moment, given in milliseconds of the clock. */
  hasLooked({ name }: Manager, moment: number): boolean {
    return this.#audit.events.some(
      ({ user, objectRef, stageTimestamp }) =>
        user.username === name && objectRef.resource === 'leases' && Date.parse(stageTimestamp) > moment,
    );
  }

  async verdict(): Promise<Verdict> {
    const { seen } = this.#work;
    // A watch has a change before its author has the answer, and the log has both after that.
    await until(() => {
      this.look();
      const known = new Set(this.writes.map(({ revision }) => revision));
      return seen.every(({ revision }) => known.has(revision));
    }, patience).catch(() => {});
    return check(this.writes, seen);
  }

  async close(): Promise<void> {
    for (const manager of this.managers) await manager.kill();
    await this.#work.end();
    this.#audit[Symbol.dispose]();
    await this.#server.remove();
  }
}
