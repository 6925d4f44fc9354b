import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { rewriteLinks } from './html-links.ts';

const rewrite = (place: string): string => (place.startsWith('/') ? `/p${place}` : place);

/** The page comes in pieces of a few bytes. */
async function rewritten(page: Buffer, size = 7): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(page.length / size) }, (_, index) =>
    page.subarray(index * size, (index + 1) * size),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of await rewriteLinks(Readable.from(pieces), rewrite)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a page', () => {
  it.each([
    ['<a href="/x">x</a>', '<a href="/p/x">x</a>'],
    ["<A class=a HREF = '/x'>x</A>", "<A class=a HREF = '/p/x'>x</A>"],
    ['<img src=/x longdesc="/y" alt="/z">', '<img src=/p/x longdesc="/p/y" alt="/z">'],
    [
      '<form action="/a?b=c&amp;d"><button formaction="/e">',
      '<form action="/p/a?b=c&amp;d"><button formaction="/p/e">',
    ],
    [
      '<base href="/"><link href="/l"><script src="/s"></script>',
      '<base href="/p/"><link href="/p/l"><script src="/p/s"></script>',
    ],
    [
      '<a href="x">, <a href="https://other.example/">, <a href>',
      '<a href="x">, <a href="https://other.example/">, <a href>',
    ],
    ['<div href="/x" src="/y"><a hreflang="/x">', '<div href="/x" src="/y"><a hreflang="/x">'],
    [
      '<!-- <a href="/x"> --><script>"<a href=\'/x\'>"</script>',
      '<!-- <a href="/x"> --><script>"<a href=\'/x\'>"</script>',
    ],
    ['<constructor href="/x"><a __proto__="/x">', '<constructor href="/x"><a __proto__="/x">'],
    ['a < b & c\r\n<p>&auml;\0', 'a < b & c\r\n<p>&auml;\0'],
    ['<p>x</p', '<p>x'],
    ['', ''],
  ])('%j becomes %j', async (page, wanted) => {
    for (const size of [1, 7, 1000]) expect(String(await rewritten(Buffer.from(page), size))).toBe(wanted);
  });

  it('keeps its bytes, whatever they mean', async () => {
    const noise = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).filter((byte) => byte !== 0x3c);
    const page = (href: string) =>
      Buffer.concat([noise, Buffer.from(`<a title="ä–中" href="${href}">`), noise]);
    expect(await rewritten(page('/ü'))).toEqual(page('/p/ü'));
  });

  it.each([
    ['an inline image', `<img src="data:${'x'.repeat(3_000_000)}">`],
    ['attributes', `<a ${Array.from({ length: 100_000 }, (_, index) => `b${index}`).join(' ')}>`],
    ['a comment without an end', `<!--${'<a href="/x">'.repeat(200_000)}`],
    ['a tag without an end', `<a href="${"x' ".repeat(1_000_000)}`],
    ['an end tag', `</a ${'b="c" '.repeat(100_000)}>`],
  ])('stays as it is from a tag on that is too long: %s', async (_, tag) => {
    const page = await rewritten(Buffer.from(`<a href="/x">${tag}<a href="/x">`), 1_000);
    expect(page.equals(Buffer.from(`<a href="/p/x">${tag}<a href="/x">`))).toBe(true);
  });

  it.each([
    ['text', 'x'.repeat(3_000_000)],
    ['a script', `<script>${'if (a < b) c();'.repeat(50_000)}</script>`],
    ['tags', '<div class="a">'.repeat(30_000)],
    ['an image of 200 KB', `<img alt="${'>'.repeat(200_000)}">`],
    ['a style', `<style>${'/* < */'.repeat(100_000)}</style>`],
  ])('is rewritten after a lot of %s', async (_, much) => {
    for (const size of [10_000, 10_000_000]) {
      const page = String(await rewritten(Buffer.from(`${much}<a href="/x">`), size));
      expect(page === `${much}<a href="/p/x">`).toBe(true);
    }
  });

  it('takes no long over a tag that comes in tiny pieces', async () => {
    const page = Buffer.from(`<a title="${'x'.repeat(250_000)}" href="/x">`);
    const before = process.cpuUsage().user;
    expect(String(await rewritten(page, 2))).toBe(`<a title="${'x'.repeat(250_000)}" href="/p/x">`);
    expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
  });

  it('goes out in as few pieces as it came in, not tag by tag', async () => {
    const pieces = Array.from({ length: 10 }, () => Buffer.from('<a href="/x">'.repeat(1_000)));
    const sizes: number[] = [];
    for await (const { length } of await rewriteLinks(Readable.from(pieces), rewrite)) sizes.push(length);
    expect(sizes.length).toBeLessThan(13);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10 * 1_000 * '<a href="/p/x">'.length);
  });
});
