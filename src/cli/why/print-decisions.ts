import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';

/** Prints the decisions that the server answered, as JSON or YAML. */
export async function printDecisions({ flags, host }: CommandContext, value: object): Promise<void> {
  const format = flags.text('output');
  if (format === 'json') {
    const { writeSortedJson } = await import('../shared/output/write-json.ts');
    return host.out.write(`${writeSortedJson(value)}\n`);
  }
  if (format !== 'yaml') throw new CliError(`-o ${format}: the formats are json and yaml`);
  const { writeYaml } = await import('../../api/codec/yaml-writer.ts');
  return host.out.write(writeYaml(value));
}
