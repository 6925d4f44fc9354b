/** The page's policy lets style elements pass that show this. */
export const pageNonce = (): string => (document.getElementById('page-script') as HTMLScriptElement).nonce;

/** Does something during which every style element that is made shows the nonce: of packages that cannot be told it. */
export function withStyleNonce(act: () => void): void {
  const { createElement } = document;
  document.createElement = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement.call(document, tag, options);
    if (element instanceof HTMLStyleElement) element.nonce = pageNonce();
    return element;
  };
  try {
    act();
  } finally {
    document.createElement = createElement;
  }
}
