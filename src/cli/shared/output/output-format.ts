import { readFileSync } from 'node:fs';
import { fileError } from '../../../client/config/config-error.ts';
import type { CommandFlag } from '../arguments/flag.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';

/** How objects are printed. `template`: of jsonpath and custom columns. */
export interface OutputFormat {
  form: '' | 'custom-columns' | 'json' | 'jsonpath' | 'jsonpath-as-json' | 'name' | 'wide' | 'yaml';
  template: string;
}

export const outputFlags: readonly CommandFlag[] = [
  {
    ...{ name: 'output', short: 'o', type: 'text' },
    description:
      'Output format: json, yaml, name, jsonpath=..., jsonpath-as-json=..., jsonpath-file=..., custom-columns=..., custom-columns-file=..., wide',
  },
  {
    ...{ name: 'template', type: 'text' },
    description: 'Template of -o jsonpath, or file of -o jsonpath-file and custom-columns-file',
  },
  {
    ...{ name: 'allow-missing-template-keys', type: 'boolean', default: 'true' },
    description:
      'Prints nothing for a field of a template that an object does not have; else that is an error',
  },
  {
    ...{ name: 'show-managed-fields', type: 'boolean' },
    description: 'Prints managedFields of objects in JSON and YAML',
  },
];

const plain = new Set(['', 'json', 'yaml', 'name', 'wide']);
const withTemplate = new Set([
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
  'custom-columns',
  'custom-columns-file',
]);
const goTemplates = new Set(['go-template', 'go-template-file', 'template', 'templatefile']);

/** Of `--output` and `--template`. Throws CliError. */
export function outputFormat(flags: FlagSet): OutputFormat {
  const given = flags.text('output');
  const equals = given.indexOf('=');
  const name = equals < 0 ? given : given.slice(0, equals);
  if (plain.has(given)) return { form: given as OutputFormat['form'], template: '' };
  if (goTemplates.has(name)) {
    throw new CliError(
      `-o ${name}: orchctl has no Go templates; -o jsonpath=... or -o json with jq do the same`,
    );
  }
  if (!withTemplate.has(name)) {
    const allowed = [...plain, ...withTemplate].filter((one) => one !== '').sort();
    throw new CliError(
      `unable to match a printer suitable for the output format "${given}", allowed formats are: ${allowed.join(',')}`,
    );
  }
  const argument = equals < 0 ? flags.text('template') : given.slice(equals + 1);
  if (argument === '') {
    throw new CliError(
      name.startsWith('custom')
        ? `custom-columns format specified but no custom columns given`
        : `template format specified but no template given`,
    );
  }
  if (!name.endsWith('-file')) return { form: name as OutputFormat['form'], template: argument };
  const form = name.slice(0, -'-file'.length) as OutputFormat['form'];
  return { form, template: templateIn(argument) };
}

function templateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`error reading template ${file}, ${fileError(file, error as Error)}`);
  }
}
