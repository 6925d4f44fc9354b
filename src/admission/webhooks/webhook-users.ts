import type { UserConfig } from '../../client/config/strict-entries.ts';
import type { Kubeconfig } from '../../client/kubeconfig.ts';

const https = ':443';

/** Callers of webhooks: users of a client configuration whose names are addresses, or patterns of them. */
export class WebhookUsers {
  readonly #config: Kubeconfig | undefined;

  constructor(config: Kubeconfig | undefined) {
    this.#config = config;
  }

  /**
   * `target`: `hook.apps.svc:443`, `a.example:8443`. The first that there is, of: this name, the same behind fewer
   * and fewer labels (`*.apps.svc:443`), for the port of https both without it, `*`, the user of the current context;
   * undefined for no credentials. Throws a start-up error.
   */
  of(target: string): UserConfig | undefined {
    if (this.#config === undefined) return undefined;
    const bare = target.endsWith(https) ? patternsOf(target.slice(0, -https.length)) : [];
    for (const name of [...patternsOf(target), ...bare, '*']) {
      const user = this.#config.user(name);
      if (user !== undefined) return user;
    }
    return this.#config.currentUser();
  }
}

function patternsOf(target: string): string[] {
  const labels = target.split('.');
  return [target, ...labels.slice(1).map((_, dropped) => `*.${labels.slice(dropped + 1).join('.')}`)];
}
