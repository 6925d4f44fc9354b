import { pipeline, type Readable, Transform } from 'node:stream';
import type { SaxToken } from 'parse5-sax-parser';

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

/** Characters of one tag or comment; from a longer one on a page stays as it is. */
const maxTag = 256 * 1024;
/** Characters that the parser gets at a time: a piece of text is out of its hands when the next one comes. */
const maxPiece = 32 * 1024;

/**
 * Rewrites the links of a page of HTML on its way; everything else stays as it is, byte by byte. Markup is ASCII in
 * every encoding that pages come in, so bytes are taken for characters of Latin-1 meanwhile. A tag that the page does
 * not finish is left out. The returned stream emits an error when `page` breaks off.
 */
export async function rewriteLinks(page: Readable, rewrite: (place: string) => string): Promise<Readable> {
  // Loaded when there is a page: most servers never see one.
  const { RewritingStream } = await import('parse5-html-rewriting-stream');

  class Parser extends RewritingStream {
    /** Offset in the page at which the last token ended that was reported. */
    reported = 0;

    override _transformChunk(chunk: string): string {
      super._transformChunk(chunk);
      // A long run of text, as an image within a script is one, does not wait for its end.
      this.tokenizer.flushCurrentCharacterToken();
      return '';
    }

    protected override emitIfListenerExists(event: string, token: SaxToken): boolean {
      this.reported = token.sourceCodeLocation?.endOffset ?? this.reported;
      return super.emitIfListenerExists(event, token);
    }
  }

  const parser = new Parser();
  parser.on('startTag', (tag, raw) => parser.emitRaw(rewriteTag(tag, raw, rewrite)));
  // The reader of the rewritten page handles the error.
  return pipeline(page, new PageRewriter(parser), () => {});
}

interface PageParser {
  reported: number;
  emitRaw(html: string): void;
  _transformChunk(chunk: string): string;
  _final(done: (error?: Error | null) => void): void;
}

/** A page on its way through the parser, past which it goes once a tag is too long. */
class PageRewriter extends Transform {
  /** Undefined from the tag on that is too long. */
  #parser: PageParser | undefined;
  /** The text that the parser got and has not reported yet, and the offset in the page at which it begins. */
  #held = '';
  #start = 0;
  /** Characters that go out in one piece: a write for each tag would take a hundred times as long. */
  #made = '';
  /** Output that waits for more of it. */
  #waiting = '';

  constructor(parser: PageParser) {
    super();
    this.#parser = parser;
    parser.emitRaw = (html) => {
      this.#made += html;
    };
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#waiting += chunk.toString('latin1');
    // The parser copies what it holds with each piece: within a long tag the pieces get longer.
    if (this.#waiting.length * 4 >= this.#held.length) this.#parseWaiting();
    done();
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.#parseWaiting();
    if (this.#parser === undefined) done();
    else
      this.#parser._final((error) => {
        this.#send('');
        done(error);
      });
  }

  #send(more: string): void {
    this.push(Buffer.from(this.#made + more, 'latin1'));
    this.#made = '';
  }

  #parseWaiting(): void {
    const text = this.#waiting;
    this.#waiting = '';
    for (let at = 0; at < text.length; at += maxPiece) {
      if (this.#parser === undefined) return this.#send(text.slice(at));
      this.#parse(this.#parser, text.slice(at, at + maxPiece));
    }
    if (this.#made !== '') this.#send('');
  }

  #parse(parser: PageParser, piece: string): void {
    parser._transformChunk(piece);
    this.#held = (this.#held + piece).slice(parser.reported - this.#start);
    this.#start = parser.reported;
    if (this.#held.length <= maxTag) return;
    this.#parser = undefined;
    this.#made += this.#held;
    this.#held = '';
  }
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
