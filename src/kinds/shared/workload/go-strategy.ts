import { GoText } from '../../../api/go-format/go-syntax.ts';
import { goQuote } from '../../../util/quote.ts';
import { asGo } from '../go-types/index.ts';

interface Strategy {
  type?: string;
  rollingUpdate?: object;
}

/**
 * A strategy as messages show it; its settings would be shown as an address.
 *
 *     apps.DeploymentStrategy{Type:"Swap", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}
 */
export function goStrategy(strategy: Strategy, name: string, settings: string): GoText {
  const { type = '', rollingUpdate } = strategy;
  const shown = asGo(name, strategy);
  if (rollingUpdate !== undefined) return shown;
  return new GoText(
    `apps.${name}{Type:${goQuote(type)}, RollingUpdate:(*apps.${settings})(nil)}`,
    shown.json,
  );
}
