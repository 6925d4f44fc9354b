/** A discriminator: the field that selects a member of the union. */
export interface Union {
  discriminator?: string;
  /** Fields, by what the discriminator says when they count. */
  'fields-to-discriminateBy': Readonly<Record<string, string>>;
}

const subject: Union = {
  discriminator: 'kind',
  'fields-to-discriminateBy': { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
};
const priorityLevel: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { limited: 'Limited' },
};
const limitResponse: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { queuing: 'Queuing' },
};
const localProfile: Union = {
  discriminator: 'type',
  'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' },
};

/** Without a discriminator: what is given selects itself. */
const podGroup: Union = { 'fields-to-discriminateBy': { podGroupName: 'PodGroupName' } };

/** The union of a message: `core.v1.SeccompProfile`. */
export function unionOf(message: string): Union | undefined {
  const [group, , name] = message.split('.');
  if (message === 'core.v1.SeccompProfile' || message === 'core.v1.AppArmorProfile') return localProfile;
  if (message === 'core.v1.PodSchedulingGroup') return podGroup;
  if (group !== 'flowcontrol') return undefined;
  switch (name) {
    case 'Subject':
      return subject;
    case 'PriorityLevelConfigurationSpec':
      return priorityLevel;
    case 'LimitResponse':
      return limitResponse;
    default:
      return undefined;
  }
}
