import { escapeHtml } from '../../../api/go-format/go-syntax.ts';
import { goJson } from './go-json.ts';
import { unifiedDiff } from './unified-diff.ts';

/**
 * The text of messages about a change, from 1.33 on: the lines in which the two differ, as indented JSON with the names that
 * fields have in Go.
 */
export const goDifference = (type: string, object: object, old: object): string =>
  unifiedDiff(linesOf(type, old), linesOf(type, object));

const linesOf = (type: string, object: object): string[] =>
  escapeHtml(JSON.stringify(goJson(type, object), undefined, 1)).split('\n');
