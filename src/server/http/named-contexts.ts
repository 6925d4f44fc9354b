import { createSecureContext, type SecureContext } from 'node:tls';
import { type ListenerTls, secureContextOptions } from './tls-options.ts';

/** Finds the certificate for the name that a client asks for in its handshake. */
export class NamedContexts {
  #contexts: ReadonlyMap<string, SecureContext>;

  constructor(tls: ListenerTls) {
    this.#contexts = contextsOf(tls);
  }

  /** For handshakes from now on. */
  replace(tls: ListenerTls): void {
    this.#contexts = contextsOf(tls);
  }

  /** Undefined: the certificate that is for every name. A wildcard stands for one label: `*.a.b` has x.a.b, not x.y.a.b. */
  find(name: string): SecureContext | undefined {
    if (this.#contexts.size === 0) return undefined;
    const wanted = name.toLowerCase().replace(/\.$/, '');
    return this.#contexts.get(wanted) ?? this.#contexts.get(wanted.replace(/^[^.]+/, '*'));
  }
}

function contextsOf(tls: ListenerTls): Map<string, SecureContext> {
  const contexts = new Map<string, SecureContext>();
  for (const { names, cert, key } of tls.byName ?? []) {
    const context = createSecureContext(secureContextOptions({ ...tls, cert, key }));
    for (const name of names) if (!contexts.has(name)) contexts.set(name, context);
  }
  return contexts;
}
