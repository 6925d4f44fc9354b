import type { Route } from '../address/route.ts';
import { type ResourceType, typeName } from '../calls/session.ts';

/** A place that a word leads to. */
export interface Choice {
  label: string;
  note: string;
  route: Route;
}

const most = 12;

/** The places that fit what was typed, the best first: `po`, `deploy shop` (with a namespace), `server`. */
export function choicesFor(typed: string, types: readonly ResourceType[], namespace: string): Choice[] {
  const [word = '', place = ''] = typed.trim().toLowerCase().split(/\s+/);
  const found = [
    ...pages(),
    ...types.map((type) => ({ ...choiceOf(type, place || namespace), words: wordsOf(type) })),
  ];
  return found
    .map((choice) => ({ choice, rank: Math.max(...choice.words.map((one) => rankOf(one, word))) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.choice.label.length - b.choice.label.length)
    .slice(0, most)
    .map(({ choice: { label, note, route } }) => ({ label, note, route }));
}

function rankOf(candidate: string, word: string): number {
  if (candidate === word) return 3;
  if (candidate.startsWith(word)) return 2;
  return candidate.includes(word) ? 1 : 0;
}

const wordsOf = (type: ResourceType): string[] =>
  [type.resource, type.singular, type.kind, typeName(type), ...type.shortNames]
    .filter(Boolean)
    .map((word) => word.toLowerCase());

function choiceOf(type: ResourceType, namespace: string): Choice {
  const query: Record<string, string> = type.namespaced && namespace !== '' ? { ns: namespace } : {};
  const note = [type.kind, type.shortNames.join(', '), 'ns' in query ? `in ${namespace}` : '']
    .filter(Boolean)
    .join(' · ');
  return { label: typeName(type), note, route: { path: [typeName(type)], query } };
}

function pages(): (Choice & { words: string[] })[] {
  return [
    {
      label: 'server',
      note: 'How the server is',
      route: { path: ['~server'], query: {} },
      words: ['server', 'health', 'metrics'],
    },
    {
      label: 'why',
      note: 'Who may do what, and why',
      route: { path: ['~why'], query: {} },
      words: ['why', 'access', 'can-i'],
    },
  ];
}
