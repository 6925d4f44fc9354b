import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, SilentExit } from '../shared/errors/cli-error.ts';
import { Columns } from '../shared/output/columns.ts';
import { certificateFindings } from './certificate-findings.ts';
import type { Finding } from './finding.ts';
import { healthFindings } from './health-findings.ts';
import { metricFindings } from './metric-findings.ts';
import { objectFindings } from './object-findings.ts';
import { serverFindings } from './server-findings.ts';

export const check: Command = {
  usage: 'check [flags]',
  details:
    'Reports on one page health checks, the store, expiring certificates, errors, calls of deprecated APIs, and stuck objects.\n\nChecks that the user may not make are reported as unknown. Exits with 1 if a check has failed.',
  examples: [
    '# Check the server',
    'orchctl check',
    '',
    '# Print the findings for a program',
    'orchctl check -o json',
  ],
  flags: [
    { name: 'output', short: 'o', type: 'text', description: 'Output format: json' },
    {
      name: 'certificate-days',
      type: 'integer',
      default: '30',
      description: 'Warn of certificates that expire within so many days',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, host } = context;
  const format = flags.text('output');
  if (format !== '' && format !== 'json') throw new CliError(`-o ${format}: the only format is json`);
  // Without a server there is nothing to check: that is an error in the usual words.
  const findings = await serverFindings(context);
  const others = await Promise.all(
    [healthFindings, metricFindings, certificateFindings, objectFindings].map((find) => find(context)),
  );
  findings.push(...others.flat());
  if (format === 'json') host.out.line(JSON.stringify({ findings }));
  else await host.out.write(pageOf(findings), withColors);
  if (findings.some(({ level }) => level === 'failure')) throw new SilentExit(1);
}

const words = { ok: 'ok', warning: 'WARNING', failure: 'FAILED', unknown: 'unknown' } as const;
const colors = { ok: '\x1b[32m', warning: '\x1b[33;1m', failure: '\x1b[31;1m', unknown: '\x1b[2m' } as const;
const plain = '\x1b[0m';

/** A line a finding, and a last one that counts them. */
function pageOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding['level']): number => findings.filter(({ level }) => level === wanted).length;
  const lines = new Columns().format(findings.map(({ level, about, text }) => [words[level], about, text]));
  return `${lines}\n${count('failure')} failed, ${count('warning')} warnings, ${count('unknown')} unknown\n`;
}

const withColors = (page: string): string => page.replace(/^(ok|WARNING|FAILED|unknown)(?= )/gm, withColor);

function withColor(word: string): string {
  const level = (Object.keys(words) as Finding['level'][]).find((one) => words[one] === word)!;
  return `${colors[level]}${word}${plain}`;
}
