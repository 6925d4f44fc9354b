import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { type ConfigDocument, emptyDocument, parseDocument } from './config-document.ts';
import { aggregate, fileError } from './config-error.ts';

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
  if (explicit) return { config: merged([read(explicit, explicit)!]), warnings: [] };
  const named = [...new Set((list ?? '').split(delimiter))].filter((path) => path !== '');
  const paths = list ? named : [fallback ?? ''].filter((path) => path !== '');
  const errors: Error[] = [];
  const documents: ConfigDocument[] = [];
  for (const path of paths) {
    try {
      const document = read(path, undefined);
      if (document !== undefined) documents.push(document);
    } catch (error) {
      errors.push(error as Error);
    }
  }
  if (errors.length > 0) throw new Error(aggregate(errors));
  const isNothing = named.length > 0 && documents.length === 0;
  return { config: merged(documents), warnings: isNothing ? [`Config not found: ${named.join(', ')}`] : [] };
}

/** Undefined for a file that is not there and need not be. */
function read(path: string, required: string | undefined): ConfigDocument | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && required === undefined) return undefined;
    if (isMissing) throw new Error(`stat ${path}: no such file or directory`);
    throw new Error(`error loading config file "${path}": ${fileError(path, error as Error)}`);
  }
  try {
    return parseDocument(text, path);
  } catch (error) {
    throw new Error(`error loading config file "${path}": ${(error as Error).message}`, { cause: error });
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
