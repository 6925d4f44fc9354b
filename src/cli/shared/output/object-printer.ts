import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';
import { type OutputFormat, objectFormats, outputFormat } from './output-format.ts';
import type { PrintedObject, PrintObject } from './printed-object.ts';

export interface ObjectPrinterOptions {
  showManagedFields: boolean;
  allowMissingKeys: boolean;
  noHeaders?: boolean;
}

/** The printer of `outputFlags`; undefined where objects are printed for reading. Throws CliError. */
export async function printerOfFlags(flags: FlagSet): Promise<PrintObject | undefined> {
  const format = outputFormat(flags);
  if (format.form === '') return undefined;
  return objectPrinter(format, {
    showManagedFields: flags.boolean('show-managed-fields'),
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
  });
}

/** The printer of every format but the human one (`` and `wide`): its module is loaded when it is asked for. */
export async function objectPrinter(
  format: OutputFormat,
  options: ObjectPrinterOptions,
): Promise<PrintObject> {
  const trimmed = (object: PrintedObject): PrintedObject =>
    options.showManagedFields ? object : withoutManagedFields(object);
  switch (format.form) {
    case 'json': {
      const { writeSortedJson } = await import('./write-json.ts');
      return (object) => `${writeSortedJson(trimmed(object))}\n`;
    }
    case 'yaml': {
      const { writeYaml } = await import('../../../api/codec/yaml-writer.ts');
      let isFirst = true;
      return (object) => {
        const text = (isFirst ? '' : '---\n') + writeYaml(trimmed(object));
        isFirst = false;
        return text;
      };
    }
    case 'name':
      return printName;
    case 'jsonpath':
    case 'jsonpath-as-json': {
      const { jsonPathPrinter } = await import('./jsonpath-printer.ts');
      return jsonPathPrinter(format.template, {
        allowMissingKeys: options.allowMissingKeys,
        asJson: format.form === 'jsonpath-as-json',
      });
    }
    case 'go-template': {
      const { goTemplatePrinter } = await import('./go-template/printer.ts');
      return goTemplatePrinter(format.template, { allowMissingKeys: options.allowMissingKeys });
    }
    case 'custom-columns': {
      const { customColumnsPrinter } = await import('./custom-columns.ts');
      return customColumnsPrinter(format.template, { noHeaders: options.noHeaders === true });
    }
    default:
      throw new CliError(
        `unable to match a printer suitable for the output format "${format.form}", allowed formats are: ${objectFormats.join(',')}`,
      );
  }
}

/** `deployment.apps/web`; of a List one line an item. */
export function printName(object: PrintedObject): string {
  const { apiVersion = '', kind = '', metadata, items } = object;
  if (items !== undefined && kind.endsWith('List')) return items.map(printName).join('');
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : `.${apiVersion.slice(0, slash)}`;
  return `${kind.toLowerCase()}${group}/${metadata?.name ?? ''}\n`;
}

function withoutManagedFields(object: PrintedObject): PrintedObject {
  if (object.items !== undefined) return { ...object, items: object.items.map(withoutManagedFields) };
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
