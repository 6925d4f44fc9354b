import { pipeline, type Readable, Transform } from 'node:stream';

/** The attributes that name places, by element. */
const links: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['formaction', 'src', 'usemap'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
};

/** Characters of one tag; a page with a longer one is broken off. */
const maxTag = 1024 * 1024;

/**
 * Rewrites the links of a page of HTML on its way; everything else stays as it is, byte by byte. Markup is ASCII in
 * every encoding that pages come in, so bytes are taken for characters of Latin-1 meanwhile. A tag that the page does
 * not finish is left out. The returned stream emits an error when `page` breaks off.
 */
export async function rewriteLinks(page: Readable, rewrite: (place: string) => string): Promise<Readable> {
  // Loaded when there is a page: most servers never see one.
  const { RewritingStream } = await import('parse5-html-rewriting-stream');
  const rewriter = new RewritingStream();
  rewriter.on('startTag', (tag, raw) => rewriter.emitRaw(rewriteTag(tag, raw, rewrite)));
  let waiting = 0;
  rewriter.on('data', () => {
    waiting = 0;
  });
  const toText = new Transform({
    decodeStrings: false,
    encoding: 'latin1',
    transform(chunk: Buffer, _encoding, done) {
      waiting += chunk.length;
      done(waiting > maxTag ? new Error('a tag that is too long') : null, chunk);
    },
  });
  const toBytes = new Transform({
    decodeStrings: false,
    transform: (chunk: string, _encoding, done) => done(null, Buffer.from(chunk, 'latin1')),
  });
  // The reader of the rewritten page handles the error.
  return pipeline(page, toText, rewriter, toBytes, () => {});
}

/** A start tag, as the parser reports it. */
interface StartTag {
  tagName: string;
  sourceCodeLocation?: object | null;
}

/** Offsets in the page. */
interface TagLocation {
  startOffset: number;
  attrs?: Record<string, { startOffset: number; endOffset: number }>;
}

function rewriteTag(
  { tagName, sourceCodeLocation }: StartTag,
  raw: string,
  rewrite: (place: string) => string,
): string {
  if (!Object.hasOwn(links, tagName) || !sourceCodeLocation) return raw;
  const { startOffset: start, attrs = {} } = sourceCodeLocation as TagLocation;
  const places = links[tagName]!.flatMap((name) => (Object.hasOwn(attrs, name) ? attrs[name]! : []));
  // From the last one to the first, so that earlier offsets stay right.
  places.sort((a, b) => b.startOffset - a.startOffset);
  return places.reduce((text, { startOffset, endOffset }) => {
    const [from, to] = [startOffset - start, endOffset - start];
    return text.slice(0, from) + rewriteAttribute(text.slice(from, to), rewrite) + text.slice(to);
  }, raw);
}

/** `href = "/a"` becomes `href = "/prefix/a"`. */
function rewriteAttribute(text: string, rewrite: (place: string) => string): string {
  const [, name, quote, value] = /^([^=]*=\s*)(["']?)(.*?)\2$/s.exec(text) ?? [];
  return value === undefined ? text : name! + quote! + rewrite(value) + quote!;
}
