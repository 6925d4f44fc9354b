import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { dashboards, panelsOf, read, ruleFiles, rulesOf } from '../../support/deploy/expressions.ts';
import { deployFolder } from '../../support/deploy/places.ts';
import { prometheus2, recentPrometheus } from '../../support/deploy/prometheus.ts';

/** Returns a line that begins with `good` or `bad`, and what promtool printed. */
function promtoolOf(path: string | undefined, words: string[]): string {
  const options = { cwd: join(deployFolder, 'prometheus'), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(join(path!, 'promtool'), words, options);
  return `${status === 0 ? 'good' : 'bad'}\n${stdout}${stderr}`;
}

describe.each([recentPrometheus, prometheus2])('promtool of $title', ({ path }) => {
  const promtool = (...words: string[]): string => promtoolOf(path, words);

  it.skipIf(path === undefined).each([
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

  it.skipIf(path === undefined)('finds what is wrong', () => {
    expect(promtool('check', 'rules', '../haproxy/haproxy.cfg')).toMatch(/^bad\n/);
  });
});

it('bounds of buckets are matched as Prometheus 2 and 3 store them', () => {
  const panels = dashboards.flatMap(panelsOf).flatMap(({ expressions }) => expressions);
  const expressions = [...ruleFiles.flatMap(rulesOf).map(({ expr }) => expr), ...panels];
  const bounds = expressions.flatMap((expression) => expression.match(/\ble=~?"[^"]*"/g) ?? []);
  expect(new Set(bounds)).toEqual(new Set([1, 5, 30].map((n) => `le=~"${n}|${n}[.]0"`)));
});

// Debian 12 builds its Prometheus without service discovery.
it.skipIf(recentPrometheus.path === undefined)(`discovered.yml is good for ${recentPrometheus.title}`, () => {
  const words = ['check', 'config', '--syntax-only', 'discovered.yml'];
  expect(promtoolOf(recentPrometheus.path, words)).toMatch(/^good\n/);
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
