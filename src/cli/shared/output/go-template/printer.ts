import { goQuoteWhole } from '../../../../util/quote.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { PrintObject } from '../printed-object.ts';
import { execute } from './executor.ts';
import { functionNames } from './functions.ts';
import { parseTemplates } from './parser.ts';
import { TemplateError } from './template-error.ts';
import { toValue } from './values.ts';

/** Prints what a Go template makes of an object. Throws CliError for a text that is no template. */
export function goTemplatePrinter(source: string, options: { allowMissingKeys: boolean }): PrintObject {
  const templates = guarded(`error parsing template ${source},`, () => parseTemplates(source, functionNames));
  const when = `error executing template ${goQuoteWhole(source)}:`;
  const failsForMissingKeys = !options.allowMissingKeys;
  return (object) =>
    guarded(when, () => execute(templates, toValue(object), { source, failsForMissingKeys }));
}

function guarded<T>(when: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new CliError(`${when} ${error.message}`, 1, { cause: error });
  }
}
