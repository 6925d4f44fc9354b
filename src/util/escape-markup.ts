/** Characters that a browser might take for markup, written so that it does not. */
export function escapeMarkup(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
