import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditEvent {
  kind: string;
  auditID: string;
  level: string;
  stage: string;
  requestURI: string;
  verb: string;
  user: { username?: string; groups?: string[] };
  [field: string]: any;
}

/** Writes an audit policy into a folder; its path. */
export function auditPolicy(directory: string, policy: object, domain = 'k8s.io'): string {
  const path = join(directory, 'audit-policy.json');
  writeFileSync(path, JSON.stringify({ apiVersion: `audit.${domain}/v1`, kind: 'Policy', ...policy }));
  return path;
}

/** What a log holds. Every line has to be an event. */
export function auditEvents(path: string): AuditEvent[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error(`${path} ends within a line`);
  return lines.map((line) => JSON.parse(line) as AuditEvent);
}

/** One counter out of the text of /metrics; 0 when it is not there. */
export function counterOf(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}
