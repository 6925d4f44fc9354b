import { delimiter } from 'node:path';
import { aggregateErrors } from '../../util/aggregate.ts';
import { type ConfigDocument, emptyDocument, parseDocument } from './config-document.ts';
import { configText, loadError, optionalConfigText } from './config-text.ts';

export interface ConfigFiles {
  /** The only one, if it is given; it must be there. */
  explicit?: string | undefined;
  /** Several, as an environment variable has them: those that are not there are left out. */
  list?: string | undefined;
  /** Read when there is neither; need not be there. */
  fallback?: string | undefined;
}

export interface LoadedConfig {
  config: ConfigDocument;
  /** For the operator. */
  warnings: string[];
}

/** The files as one configuration: of entries and texts of the same name the first counts. Throws a text. */
export function loadConfig({ explicit, list, fallback }: ConfigFiles): LoadedConfig {
  if (explicit) return { config: merged([read(explicit, true)!]), warnings: [] };
  const named = [...new Set((list ?? '').split(delimiter))].filter((path) => path !== '');
  const paths = list ? named : [fallback ?? ''].filter((path) => path !== '');
  const errors: Error[] = [];
  const documents: ConfigDocument[] = [];
  for (const path of paths) {
    try {
      const document = read(path, false);
      if (document !== undefined) documents.push(document);
    } catch (error) {
      errors.push(error as Error);
    }
  }
  if (errors.length > 0) throw new Error(aggregateErrors(errors));
  const isNothing = named.length > 0 && documents.length === 0;
  return { config: merged(documents), warnings: isNothing ? [`Config not found: ${named.join(', ')}`] : [] };
}

/** Undefined for a file that is not there and need not be. */
function read(path: string, isRequired: boolean): ConfigDocument | undefined {
  const text = isRequired ? configText(path) : optionalConfigText(path);
  if (text === undefined) return undefined;
  try {
    return parseDocument(text, path);
  } catch (error) {
    throw loadError(path, (error as Error).message, error as Error);
  }
}

function merged(documents: readonly ConfigDocument[]): ConfigDocument {
  const result = emptyDocument();
  for (const { clusters, users, contexts, currentContext } of documents) {
    addMissing(result.clusters, clusters);
    addMissing(result.users, users);
    addMissing(result.contexts, contexts);
    result.currentContext ||= currentContext;
  }
  return result;
}

function addMissing<T>(target: Map<string, T>, source: ReadonlyMap<string, T>): void {
  for (const [name, entry] of source) if (!target.has(name)) target.set(name, entry);
}
