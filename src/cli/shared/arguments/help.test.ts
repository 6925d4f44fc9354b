import { expect, test } from 'vitest';
import { commandHelp, groupHelp, overview } from './help.ts';

const run = async (): Promise<void> => {};
const footer = 'Use "orchctl options" for a list of global command-line options (applies to all commands).';

test('commandHelp says what a command does, how, and with which flags', () => {
  const help = commandHelp(
    {
      usage: 'paint TYPE NAME [flags]',
      details: 'With oil.',
      examples: ['# A wall', 'orchctl paint wall north'],
      flags: [
        { name: 'color', short: 'c', type: 'text', default: 'red', description: 'Color' },
        { name: 'coats', type: 'integer', description: 'Number of coats' },
        { name: 'rooms', type: 'list', description: 'Rooms' },
        { name: 'old', type: 'boolean', description: 'Nothing', hidden: true },
      ],
      run,
    },
    'Paint an object',
    [
      { name: 'over', summary: 'Paint over' },
      { name: 'twice', summary: 'Paint twice' },
    ],
  );
  expect(help.split('\n\n')).toEqual([
    'Paint an object.',
    'With oil.',
    'Examples:\n  # A wall\n  orchctl paint wall north',
    'Available Commands:\n  over    Paint over\n  twice   Paint twice',
    "Options:\n    -c, --color='red':\n\tColor",
    '    --coats=0:\n\tNumber of coats',
    '    --rooms=[]:\n\tRooms',
    'Usage:\n  orchctl paint TYPE NAME [flags]',
    `${footer}\n`,
  ]);
});

test('commandHelp leaves out the parts that a command has not', () => {
  const help = commandHelp({ usage: 'paint', flags: [], run }, 'Paint an object', []);
  expect(help).toBe(`Paint an object.\n\nUsage:\n  orchctl paint\n\n${footer}\n`);
});

test('groupHelp lists the commands below a word', () => {
  expect(groupHelp('orchctl paint', 'Paint objects', [{ name: 'wall', summary: 'Paint a wall' }])).toBe(
    'Paint objects.\n\nAvailable Commands:\n  wall   Paint a wall\n\nUsage:\n  orchctl paint SUBCOMMAND [options]\n\n' +
      'Use "orchctl paint <command> --help" for more information about a given command.\n',
  );
});

test('overview lists commands under the titles of their groups', () => {
  const text = overview(new Map([['Basic Commands', [{ name: 'get', summary: 'Display resources' }]]]));
  expect(text).toContain('\n\nBasic Commands:\n  get   Display resources\n\nUsage:\n');
});
