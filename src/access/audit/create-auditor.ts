import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { Kubeconfig } from '../../client/kubeconfig.ts';
import type { RetryDependencies } from '../../client/retry.ts';
import type { Clock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import { auditRules } from './audit-rules.ts';
import { Auditor } from './auditor.ts';
import type { AuditBackend, AuditObserver, BackendMode, Delivery } from './backend.ts';
import { type BackendSettings, backendSettings } from './backend-flags.ts';
import type { AuditEvent } from './event.ts';
import { EventText } from './event-text.ts';
import { logFormats } from './flags.ts';
import { legacyText } from './legacy-text.ts';
import { LineQueue, longLingering, shortLingering } from './log/line-queue.ts';
import { RotatingFile, type SharedWriting } from './log/rotating-file.ts';
import { standardOutput } from './log/standard-output.ts';
import { LostEvents } from './lost-events.ts';
import { microClock } from './micro-clock.ts';
import { Policy } from './policy.ts';
import { readPolicy } from './policy-file.ts';
import { TextBackend } from './text-backend.ts';
import { WebhookDelivery } from './webhook/webhook-delivery.ts';

export interface AuditDependencies {
  clock: Clock;
  /** Milliseconds, from wherever, with fractions. */
  counter: () => number;
  dialect: Dialect;
  gates: Pick<FeatureGates, 'isIn'>;
  userAgent: string;
  observer: AuditObserver;
  retry: RetryDependencies;
  report(message: string): void;
  /** Undefined when no other process writes to the log. */
  sharing: SharedWriting | undefined;
}

interface Mode {
  mode: BackendMode;
  backend: AuditBackend;
}

/** The flags that say where events go. */
const backendFlags = ['audit-log-path', 'audit-webhook-config-file'];

const mebibyte = 1_048_576;
/** The default size of a log file. */
const standardSize = 100;

/** Makes the auditor that the flags describe; undefined without a policy. Rejects with a start-up error. */
export async function createAuditor(
  flags: FlagValues,
  dependencies: AuditDependencies,
): Promise<Auditor | undefined> {
  const group = `audit.${dependencies.dialect.api}`;
  const rules = auditRules(dependencies.gates);
  const policyFile = flags.text('audit-policy-file');
  if (!policyFile) {
    if (backendFlags.some((name) => flags.text(name)))
      dependencies.report('No audit policy file provided, no events will be recorded');
    return undefined;
  }
  const policy = await readPolicy(policyFile, group, dependencies.report, rules);
  const made = await Promise.all([
    createLog(flags, dependencies, `${group}/v1`),
    createWebhook(flags, dependencies, `${group}/v1`),
  ]);
  const backends = made.filter((one) => one !== undefined);
  if (backends.length === 0) return undefined;
  const { dialect, observer } = dependencies;
  const clock = microClock(dependencies.clock, dependencies.counter);
  return new Auditor({ policy: new Policy(policy), backends, dialect, observer, clock, rules });
}

/** Checks the flags and the policy, and opens nothing. Rejects with a start-up error. */
export async function checkAudit(
  flags: FlagValues,
  { clock, dialect, gates }: Pick<AuditDependencies, 'clock' | 'dialect' | 'gates'>,
): Promise<void> {
  const group = `audit.${dialect.api}`;
  if (flags.text('audit-log-path')) logSettings(flags, `${group}/v1`, () => 0);
  if (flags.text('audit-webhook-config-file')) backendSettings(flags, 'webhook', `${group}/v1`, () => 0);
  const path = flags.text('audit-policy-file');
  if (!path) return;
  await readPolicy(path, group, () => {}, auditRules(gates));
  const webhook = flags.text('audit-webhook-config-file');
  if (webhook) receiverOf(webhook, clock);
}

/** Reads who is sent the events. Throws a start-up error. */
function receiverOf(path: string, clock: Clock): ReturnType<Kubeconfig['current']> {
  try {
    return Kubeconfig.read(path, clock).current();
  } catch (error) {
    throw new Error(`initializing audit webhook: ${(error as Error).message}`, { cause: error });
  }
}

function logSettings(flags: FlagValues, apiVersion: string, now: () => number): BackendSettings {
  const settings = backendSettings(flags, 'log', apiVersion, now);
  for (const name of ['audit-log-maxage', 'audit-log-maxbackup', 'audit-log-maxsize']) {
    if (flags.integer(name) < 0)
      throw new Error(`--${name} ${flags.integer(name)} can't be a negative number`);
  }
  const format = flags.text('audit-log-format')!;
  if (logFormats.some((one) => one === format)) return settings;
  throw new Error(`invalid audit log format ${format}, allowed formats are "${logFormats.join(',')}"`);
}

async function createLog(
  flags: FlagValues,
  dependencies: AuditDependencies,
  apiVersion: string,
): Promise<Mode | undefined> {
  const path = flags.text('audit-log-path') ?? '';
  if (path === '') return undefined;
  const settings = logSettings(flags, apiVersion, dependencies.counter);
  const format = flags.text('audit-log-format')!;
  const texts = new EventText();
  const start = `{"kind":"Event","apiVersion":${JSON.stringify(apiVersion)},`;
  const encode = format === 'legacy' ? legacyText : (event: AuditEvent) => `${start}${texts.fields(event)}}`;
  const target = path === '-' ? standardOutput() : await openFile(flags, path, dependencies);
  const lingering = settings.mode === 'batch' ? longLingering : shortLingering;
  return backendOf(settings, encode, new LineQueue(target, lingering), dependencies);
}

async function openFile(
  flags: FlagValues,
  path: string,
  { clock, report, sharing, gates }: AuditDependencies,
): Promise<RotatingFile> {
  const given = flags.integer('audit-log-maxsize');
  const isUnlimited =
    given === 0 && flags.isGiven('audit-log-maxsize') && auditRules(gates).isUnlimitedAtZero;
  const limits = {
    maxSize: isUnlimited ? Number.POSITIVE_INFINITY : (given || standardSize) * mebibyte,
    maxBackups: flags.integer('audit-log-maxbackup'),
    maxAgeDays: flags.integer('audit-log-maxage'),
    compress: flags.boolean('audit-log-compress'),
  };
  const file = new RotatingFile(path, limits, { clock, report, sharing });
  await file.prepare().catch((error: Error) => {
    throw new Error(`--audit-log-path: ${error.message}`, { cause: error });
  });
  return file;
}

async function createWebhook(
  flags: FlagValues,
  dependencies: AuditDependencies,
  apiVersion: string,
): Promise<Mode | undefined> {
  const path = flags.text('audit-webhook-config-file') ?? '';
  if (path === '') return undefined;
  const settings = backendSettings(flags, 'webhook', apiVersion, dependencies.counter);
  const texts = new EventText();
  const delivery = new WebhookDelivery({
    ...receiverOf(path, dependencies.clock),
    userAgent: dependencies.userAgent,
    apiVersion,
    initialBackoff: flags.duration('audit-webhook-initial-backoff'),
    retry: dependencies.retry,
  });
  return backendOf(settings, (event) => texts.fields(event), delivery, dependencies);
}

function backendOf(
  { mode, batch, truncation }: BackendSettings,
  encode: (event: AuditEvent) => string,
  delivery: Delivery,
  { dialect, observer, report }: AuditDependencies,
): Mode {
  const lostEvents = new LostEvents(observer, report);
  const truncationAnnotation = `audit.${dialect.api}/truncated`;
  const backend = new TextBackend({
    mode,
    encode,
    delivery,
    batch,
    truncation,
    truncationAnnotation,
    lostEvents,
  });
  return { mode, backend };
}
