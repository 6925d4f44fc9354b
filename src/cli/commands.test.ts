import { expect, test } from 'vitest';
import { commands } from './commands.ts';

const all = commands.map((entry) => [entry.name, entry] as const);

test('no two commands have the same words', () => {
  const words = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(words.filter((one, index) => words.indexOf(one) !== index)).toEqual([]);
});

test.each(all)(
  '%s is summed up in one line, which begins with a verb and ends without a full stop',
  (_, entry) => {
    expect(entry.summary).toMatch(/^[A-Z][a-z-]+ .*[^.\s]$/);
    // An imperative, not "Prints".
    expect(entry.summary).not.toMatch(/^\w+[^s]s /);
    expect(entry.summary.length).toBeLessThan(80);
  },
);

test.each(all.filter(([, { load }]) => load))(
  '%s loads what its entry names',
  async (name, { load, summary }) => {
    const command = await load!();
    expect(command.usage.split(' ').slice(0, name.split(' ').length).join(' ')).toBe(name);
    expect(command.details ?? '').not.toContain(summary);
  },
);

test.each(all.filter(([, { load }]) => !load))('%s begins the names of other commands', (name) => {
  expect(commands.some((entry) => entry.name.startsWith(`${name} `))).toBe(true);
});
