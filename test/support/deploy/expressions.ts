import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { deployFolder } from './places.ts';

export const dashboards = ['apiserver', 'etcd', 'controllers'] as const;
export const ruleFiles = ['recording-rules.yml', 'budget-alerts.yml', 'alerts.yml'] as const;

export interface Panel {
  title: string;
  description: string;
  expressions: string[];
}

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: { summary: string; runbook: string };
}

export const read = (path: string): string => readFileSync(join(deployFolder, path), 'utf8');

export const panelsOf = (dashboard: string): Panel[] =>
  JSON.parse(read(`grafana/${dashboard}.json`)).panels.map(({ title, description, targets }: any) => ({
    title,
    description,
    expressions: targets.map(({ expr }: { expr: string }) => expr),
  }));

export const rulesOf = (file: string): Rule[] =>
  parse(read(`prometheus/${file}`)).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

/** Names of series in an expression: words before `{` or `[`, or that no `(` follows, and that are no labels. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const words = bare.matchAll(/[a-zA-Z_:][\w:]*(?!\s*\()(?![\w:])/g);
  const known = new Set(['and', 'or', 'unless', 'bool', 'offset', 's', 'm', 'h', 'd']);
  return [...words].map(([word]) => word).filter((word) => !known.has(word));
}

/**
 * The rules as Prometheus is to have them in a test: the same expressions, without the time for which an alert must
 * hold, and worked out with every scrape.
 */
export const impatient = (rules: string): string =>
  rules.replace(/^( +)(for: ).*$/gm, '$11s').replace(/^ +interval: .*\n/gm, '');
