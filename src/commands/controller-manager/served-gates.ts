import { FeatureGates, GateError } from '../../api/gates/feature-gates.ts';
import { defaultRelease } from '../../api/meta/release.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import type { FlagValues } from '../../util/flags.ts';

/**
 * The feature gates that controllers go by: those of the release that the API server says it serves, with the settings of
 * `--feature-gates`. A setting that the release refuses is passed over, and reported. Rejects when the server does not
 * answer.
 */
export async function servedGates(
  client: ApiCaller,
  flags: FlagValues,
  report: (message: string) => void,
): Promise<FeatureGates> {
  const version = await client.json<{ major?: string; minor?: string }>({ method: 'GET', path: '/version' });
  const release = releaseOf(version);
  const settings = flags.texts('feature-gates').flatMap((text) => text.split(','));
  const taken = settings.filter((setting) => {
    try {
      return new FeatureGates(release, [setting]) !== undefined;
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      report(`--feature-gates: ${error.message}`);
      return false;
    }
  });
  return new FeatureGates(release, taken);
}

/** Minor releases of some servers end with a sign: `27+`. */
function releaseOf({ major, minor }: { major?: string; minor?: string }): string {
  const [, digits] = /^(\d+)/.exec(minor ?? '') ?? [];
  return major === '1' && digits !== undefined ? `1.${digits}` : defaultRelease;
}
