import { readFileSync } from 'node:fs';
import { fileError } from '../../../client/config/config-error.ts';
import type { CommandFlag } from '../arguments/flag.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';

/** Format in which objects are printed. `template`: of Go templates, jsonpath and custom columns. */
export interface OutputFormat {
  form:
    | ''
    | 'custom-columns'
    | 'go-template'
    | 'json'
    | 'jsonpath'
    | 'jsonpath-as-json'
    | 'name'
    | 'wide'
    | 'yaml';
  template: string;
}

export const outputFlags: readonly CommandFlag[] = [
  {
    name: 'output',
    short: 'o',
    type: 'text',
    description:
      'Output format: json, yaml, name, go-template=..., go-template-file=..., jsonpath=..., jsonpath-as-json=..., jsonpath-file=..., custom-columns=..., custom-columns-file=..., wide',
  },
  {
    name: 'template',
    type: 'text',
    description:
      'Template for -o go-template (the default then) and jsonpath, or its file for -o go-template-file, jsonpath-file and custom-columns-file',
  },
  {
    name: 'allow-missing-template-keys',
    type: 'boolean',
    default: 'true',
    description: 'Ignore errors in templates when a field is missing',
  },
  {
    name: 'show-managed-fields',
    type: 'boolean',
    description: 'Keep the managedFields when printing objects in JSON or YAML',
  },
];

const plain = new Set(['', 'json', 'yaml', 'name', 'wide']);
/** The forms of the formats that have a template, by the name of the format. */
const withTemplate: Readonly<Record<string, OutputFormat['form']>> = {
  'custom-columns': 'custom-columns',
  'custom-columns-file': 'custom-columns',
  'go-template': 'go-template',
  'go-template-file': 'go-template',
  jsonpath: 'jsonpath',
  'jsonpath-as-json': 'jsonpath-as-json',
  'jsonpath-file': 'jsonpath',
  template: 'go-template',
  templatefile: 'go-template',
};

/** Formats of commands that print objects and have no table of their own, as kubectl lists them. */
export const objectFormats: readonly string[] = [...plain, ...Object.keys(withTemplate)]
  .filter((name) => !['', 'wide'].includes(name) && withTemplate[name] !== 'custom-columns')
  .sort();

/** Reads `--output` and `--template`. Throws CliError. */
export function outputFormat(flags: FlagSet): OutputFormat {
  const onlyTemplate = flags.text('output') === '' && flags.text('template') !== '';
  const given = onlyTemplate ? 'go-template' : flags.text('output');
  const equals = given.indexOf('=');
  const name = equals < 0 ? given : given.slice(0, equals);
  if (plain.has(given)) return { form: given as OutputFormat['form'], template: '' };
  const form = Object.hasOwn(withTemplate, name) ? withTemplate[name] : undefined;
  if (form === undefined) {
    const allowed = [...plain, ...Object.keys(withTemplate)].filter((one) => one !== '').sort();
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
  return { form, template: name.endsWith('file') ? templateIn(argument, form) : argument };
}

function templateIn(file: string, form: OutputFormat['form']): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      `error reading ${form === 'custom-columns' ? '' : '--'}template ${file}, ${fileError(file, error as Error)}`,
    );
  }
}
