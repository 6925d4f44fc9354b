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

/** Names of series in an expression, without those that rules record, which have colons. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\[\w+\]/g, '');
  const words = [...bare.matchAll(/[a-zA-Z_][\w:]*(?![\w:]|\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !/:|^(and|or|unless|bool)$/.test(word));
}

/**
 * The rules as Prometheus is to have them in a test: the same expressions, without the time for which an alert must
 * hold, and worked out with every scrape.
 */
export const impatient = (rules: string): string =>
  rules
    .replace(/^( +)(for: ).*$/gm, (_, indent, word) => `${indent}${word}1s`)
    .replace(/^ +interval: .*\n/gm, '');

/** Labels by which an expression selects series of a metric: `[["up", ["job"]]]`. */
export function selectorsIn(expression: string): [metric: string, labels: string[]][] {
  return [...expression.matchAll(/([a-zA-Z_]\w*)\{([^}]*)\}/g)].map(([, metric, matchers]) => [
    metric!,
    [...matchers!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  ]);
}

/** Every expression of the dashboards and rules that reads what API servers serve. */
export function expressionsAboutServers(): string[] {
  const rules = ruleFiles.flatMap(rulesOf).map(({ expr }) => expr);
  const panels = dashboards.flatMap(panelsOf).flatMap(({ expressions }) => expressions);
  return [...rules, ...panels].filter((expression) => /job=~?"apiserver/.test(expression));
}
