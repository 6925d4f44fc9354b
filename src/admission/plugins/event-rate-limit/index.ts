import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { StatusError } from '../../../api/meta/status.ts';
import { aggregate } from '../../../util/aggregate.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionPlugin } from '../../plugin.ts';
import { readLimits } from './configuration.ts';
import { Limit } from './limit.ts';

/** Events that come too fast are refused: they are many, and nothing depends on each of them. */
export const eventRateLimit: PluginDescriptor = {
  name: 'EventRateLimit',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ configuration, dialect, clock }: PluginDependencies): AdmissionPlugin {
  const limits = readLimits(configuration, dialect).map((limit) => new Limit(limit, clock));
  const groups = ['', fillPlaceholders(dialect, 'events.{api}')];
  return {
    handles: ({ group, resource, subresource, operation }) =>
      resource === 'events' &&
      subresource === '' &&
      groups.includes(group) &&
      (operation === 'CREATE' || operation === 'UPDATE'),
    validate: (attributes) => {
      if (attributes.dryRun) return;
      // All limits are charged, those behind the first that is reached as well.
      const reached = limits.flatMap((limit) => limit.charge(attributes) ?? []);
      if (reached.length === 0) return;
      throw new StatusError(429, 'TooManyRequests', `Too many requests: ${aggregate(reached)}`);
    },
  };
}
