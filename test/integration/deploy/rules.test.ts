import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { dashboards, panelsOf, read, ruleFiles, rulesOf } from '../../support/deploy/expressions.ts';
import { deployFolder } from '../../support/deploy/places.ts';
import { prometheusMissing, prometheusPath } from '../../support/deploy/prometheus.ts';

const promtool = (...words: string[]): string => {
  const options = { cwd: join(deployFolder, 'prometheus'), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(join(prometheusPath!, 'promtool'), words, options);
  return `${status === 0 ? 'good' : 'bad'}\n${stdout}${stderr}`;
};

describe.skipIf(prometheusPath === undefined)(`promtool${prometheusMissing}`, () => {
  it.each([
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ['check', 'rules', ...ruleFiles],
    ['test', 'rules', 'alerts.test.yml'],
  ])(
    '%s %s',
    (...words) => {
      expect(promtool(...words)).toMatch(/^good\n/);
      // Hours of each alert are worked out, minute by minute.
    },
    180_000,
  );

  it('finds what is wrong', () => {
    expect(promtool('check', 'rules', '../haproxy/haproxy.cfg')).toMatch(/^bad\n/);
  });
});

it('prometheus.yml reads all files of rules', () => {
  for (const file of ruleFiles) expect(read('prometheus/prometheus.yml')).toContain(`- ${file}\n`);
});

it.each(
  [...rulesOf('budget-alerts.yml'), ...rulesOf('alerts.yml')].map((rule) => [rule.alert!, rule] as const),
)('%s says how grave it is, and its runbook has a paragraph about it', (alert, { labels, annotations }) => {
  expect(['critical', 'warning']).toContain(labels!['severity']);
  expect(annotations!.summary).toMatch(/\S.*\.$/);
  const [file, anchor] = annotations!.runbook.split('#');
  expect(anchor).toBe(alert.toLowerCase());
  const book = readFileSync(join(deployFolder, '..', file!), 'utf8');
  const paragraph = book.split(/^## /m).find((text) => text.startsWith(`${alert}\n`));
  expect(paragraph?.length, `${file} has ## ${alert}`).toBeGreaterThan(alert.length + 80);
});

/** Alerts that fire in a unit test, with how grave they are. */
function alertsThatFire(): string[] {
  const { tests } = parse(read('prometheus/alerts.test.yml'));
  const cases = tests.flatMap((test: any) => test.alert_rule_test ?? []);
  return cases.flatMap(({ alertname, exp_alerts }: any) =>
    exp_alerts.map(({ exp_labels }: any) => `${alertname} ${exp_labels.severity} ${exp_labels.long ?? ''}`),
  );
}

it('each alert fires in a unit test', () => {
  const rules = [...rulesOf('budget-alerts.yml'), ...rulesOf('alerts.yml')];
  const names = rules.map(({ alert, labels }) => `${alert} ${labels!['severity']} ${labels!['long'] ?? ''}`);
  expect(names.length).toBeGreaterThan(30);
  const firing = alertsThatFire();
  expect(names.filter((name) => !firing.includes(name))).toEqual([]);
});

it.each(dashboards)('each panel of the dashboard %s says what it shows', (dashboard) => {
  const panels = panelsOf(dashboard);
  expect(panels.length).toBeGreaterThan(5);
  for (const { title, description, expressions } of panels) {
    expect(description, title).toMatch(/\S.*\.$/);
    expect(expressions.length, title).toBeGreaterThan(0);
  }
});
