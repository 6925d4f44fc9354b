import { FeatureGates, GateError } from '../../../api/gates/feature-gates.ts';
import { gatesOfCode, gatesOfFields } from '../../../api/gates/of-fields.gen.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import { StartError } from '../../start-error.ts';

/** Gates of what other flags switch on here: set to true they are taken at their word. */
const switchedElsewhere: ReadonlySet<string> = new Set(['APIServerTracing']);

/** From this release on a gate that cannot be set is said without the flag. */
const plainSince = '1.31';

/** The feature gates of the values of `--feature-gates`, by the rules of a release. Throws StartError. */
export function featureGates(
  release: string,
  settings: readonly string[],
  minCompatibility: string,
): FeatureGates {
  try {
    return new FeatureGates(release, settings, minCompatibility);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    if (isReleasedBy(plainSince, release)) throw new StartError(error.message);
    const argument = JSON.stringify(error.setting);
    throw new StartError(`invalid argument ${argument} for "--feature-gates" flag: ${error.message}`);
  }
}

/** One line for each gate that the operator should no longer set, or that means nothing here. */
export function gateWarnings(gates: FeatureGates): string[] {
  return [...gates.given].flatMap(([name, { value, stage }]) => {
    const setting = `${name}=${value}. It will be removed in a future release.`;
    if (stage === 'ga') return [`Setting GA feature gate ${setting}`];
    if (stage === 'deprecated') return [`Setting deprecated feature gate ${setting}`];
    if (gatesOfCode.has(name) || gatesOfFields.has(name) || (value && switchedElsewhere.has(name))) return [];
    return [`--feature-gates: ${name} changes nothing in this server`];
  });
}
