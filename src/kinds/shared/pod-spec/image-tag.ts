const tagFormat = /^\w[\w.-]{0,127}$/;
const digestFormat = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const domainFormat = /^[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]+)?$/;
const edgeDash = /(?:^|\.)(?:-|\.|$)|-(?:\.|:|$)/;
const componentFormat = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const identifier = /^[0-9a-f]{64}$/;

/**
 * The tag of an image's name: `latest` when it has neither tag nor digest, none when it has only a digest or
 * cannot be read.
 *
 *     nginx → latest    nginx:1.21 → 1.21    host:5000/nginx → latest    nginx@sha256:… → undefined
 */
export function imageTag(image: string): string | undefined {
  if (identifier.test(image)) return undefined;
  const at = image.indexOf('@');
  const digest = at === -1 ? undefined : image.slice(at + 1);
  const named = at === -1 ? image : image.slice(0, at);
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  const tag = colon === -1 ? undefined : named.slice(colon + 1);
  const name = colon === -1 ? named : named.slice(0, colon);
  if (!isImageName(name)) return undefined;
  if (tag !== undefined && !tagFormat.test(tag)) return undefined;
  if (digest !== undefined && !digestFormat.test(digest)) return undefined;
  return tag ?? (digest === undefined ? 'latest' : undefined);
}

/** `nginx`, `team/app`, `registry.example.com:5000/team/app`: what comes first is a host when it looks like one. */
function isImageName(name: string): boolean {
  if (name === '' || name.length > 255) return false;
  const [first, ...others] = name.split('/') as [string, ...string[]];
  const isHost = others.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (isHost && !(domainFormat.test(first) && !edgeDash.test(first))) return false;
  return (isHost ? others : [first, ...others]).every((component) => componentFormat.test(component));
}
