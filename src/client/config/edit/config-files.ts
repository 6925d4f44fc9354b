import { existsSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { fileError } from '../config-error.ts';
import type { ConfigFiles } from '../load-config.ts';

/** The lists of a configuration, and the field of an entry that holds what it names. */
export const entryFields = { clusters: 'cluster', users: 'user', contexts: 'context' } as const;
export type EntryKind = keyof typeof entryFields;

/** Other programs read YAML 1.1: a text that would be something else there, as `no`, is quoted. */
export const yamlOptions = { compat: 'yaml-1.1' } as const;

/** The files in which entries are looked for, in their order. */
export function pathsOf({ explicit, list, fallback }: ConfigFiles): string[] {
  if (explicit) return [explicit];
  const named = [...new Set((list ?? '').split(delimiter))].filter((path) => path !== '');
  return named.length > 0 ? named : [fallback ?? ''].filter((path) => path !== '');
}

/** The file that new entries go to. */
export function destinationOf(files: ConfigFiles): string {
  const paths = pathsOf(files);
  const destination = paths.find((path) => existsSync(path)) ?? paths.at(-1);
  if (destination === undefined) throw new Error('there is no file to write to: use --kubeconfig');
  return destination;
}

/** An empty document for a file that is not there. Throws an error that names the file that cannot be read. */
export function documentIn(path: string): Document {
  const document = parseDocument(existsSync(path) ? textIn(path) : '', yamlOptions);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`error loading config file "${path}": ${error.message}`);
  const content: unknown = document.toJS();
  if (content !== null && (typeof content !== 'object' || Array.isArray(content))) {
    throw new Error(`error loading config file "${path}": must be an object`);
  }
  return document;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`error loading config file "${path}": ${fileError(path, error as Error)}`, {
      cause: error,
    });
  }
}
