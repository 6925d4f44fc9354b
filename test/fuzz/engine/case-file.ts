import { readFileSync, writeFileSync } from 'node:fs';
import type { Input } from './target.ts';

/** How an input is kept: text as it is, bytes as they are, and as JSON a text with halves of characters. */
export function extensionOf(input: Input): '.txt' | '.json' | '.bin' {
  if (typeof input !== 'string') return '.bin';
  return input.isWellFormed() ? '.txt' : '.json';
}

/** `path` without its extension. Returns the whole path. */
export function writeCase(path: string, input: Input): string {
  const extension = extensionOf(input);
  writeFileSync(path + extension, extension === '.json' ? JSON.stringify(input) : input);
  return path + extension;
}

export function readCase(path: string): Input {
  const bytes = readFileSync(path);
  if (path.endsWith('.bin')) return bytes;
  return path.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes.toString();
}
