import { expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { linesOf } from './lines.ts';

async function read(pieces: readonly string[], failure?: Error): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.slice(sent, ++sent)[0];
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (failure === undefined) controller.close();
      else controller.error(failure);
    },
  });
  let sent = 0;
  const lines: string[] = [];
  for await (const line of linesOf(body)) lines.push(line);
  return lines;
}

it('makes lines of pieces, wherever they are cut', async () => {
  expect(await read(['a', 'b\nc\n', '\nd'])).toEqual(['ab', 'c', '', 'd']);
});

it('a body that breaks off is told in a sentence', async () => {
  const broken = read(['a\n'], new TypeError('network error'));
  await expect(broken).rejects.toThrow(new CallError('The connection to the server broke off.'));
});
