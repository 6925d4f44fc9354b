import type { Dialect } from '../../api/meta/dialect.ts';
import type { DebugPage } from '../../controllers/controller.ts';
import type { FlagValues } from '../../util/flags.ts';
import { configz } from './configz.ts';
import type { Page, Pages } from './serving.ts';

export interface PageSources {
  flags: FlagValues;
  dialect: Dialect;
  metrics: () => Promise<Page>;
  /** Reason why the manager is not healthy. */
  problem: () => string | undefined;
  /** That of a controller at work. */
  debugPage(controller: string, page: string): ((query: URLSearchParams) => DebugPage) | undefined;
}

/** `/debug/controllers/garbagecollector/graph` */
const debugPath = /^\/debug\/controllers\/([^/]+)\/([^/]+)$/;

/** The handlers of the manager's pages, by path. */
export function pagesOf({ flags, dialect, metrics, problem, debugPage }: PageSources): Pages {
  const healthy = (): Page => {
    const reason = problem();
    if (reason !== undefined) throw new Error(reason);
    return { contentType: 'text/plain; charset=utf-8', text: 'ok' };
  };
  const configuration = (): Page => ({
    contentType: 'application/json',
    text: JSON.stringify(configz(flags, dialect)),
  });
  const fixed = new Map<string, () => Page | Promise<Page>>([
    ...['/healthz', '/livez', '/readyz'].map((path) => [path, healthy] as const),
    ['/metrics', metrics],
    ['/configz', configuration],
  ]);
  return {
    get: (path) => {
      const [, controller, page] = debugPath.exec(path) ?? [];
      return controller === undefined ? fixed.get(path) : debugPage(controller, page!);
    },
  };
}
