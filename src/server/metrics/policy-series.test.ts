import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManifestSeries } from './manifest-series.ts';
import { PolicySeries } from './policy-series.ts';

async function linesOf(series: { register(registry: Registry): void }, words: RegExp): Promise<string[]> {
  const registry = new Registry();
  series.register(registry);
  return (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && words.test(line));
}

it.each([
  ['1.30', 'policy="p",policy_binding="b",enforcement_action="deny",state="active"'],
  ['1.31', 'policy="p",policy_binding="b",error_type="no_error",enforcement_action="deny"'],
  ['1.36', 'policy="p",policy_binding="b",error_type="no_error",enforcement_action="deny"'],
])('in %s a decision has the labels %s', async (release, labels) => {
  const series = new PolicySeries(release);
  series.validated('p', 'b', 'deny', 'no_error', 0.01);
  expect(await linesOf(series, /check_total/)).toEqual([
    `apiserver_validating_admission_policy_check_total{${labels}} 1`,
  ]);
});

it.each([
  [
    '1.26',
    ['apiserver_validating_admission_policy_definition_total{state="active",enforcement_action="deny"} 1'],
  ],
  ['1.31', []],
])('in %s policies are counted as %j', async (release, lines) => {
  const series = new PolicySeries(release);
  series.defined();
  expect(await linesOf(series, /definition_total/)).toEqual(lines);
});

it('says of each plugin which files are in force, and how often they changed', async () => {
  const series = new ManifestSeries();
  series.loaded('ValidatingAdmissionPolicy', 'sha256:a');
  series.reloaded('ValidatingAdmissionPolicy', true);
  series.reloaded('ValidatingAdmissionPolicy', true);
  series.reloaded('ValidatingAdmissionPolicy', false);
  const lines = await linesOf(series, /reloads_total|last_config_info/);
  const server = /apiserver_id_hash="sha256:[0-9a-f]{64}"/;
  expect(lines.map((line) => line.replace(server, 'S').replace(/^.*controller_/, ''))).toEqual([
    'automatic_reloads_total{plugin="ValidatingAdmissionPolicy",status="success",S} 2',
    'automatic_reloads_total{plugin="ValidatingAdmissionPolicy",status="failure",S} 1',
    'last_config_info{plugin="ValidatingAdmissionPolicy",S,hash="sha256:a"} 1',
  ]);
});
